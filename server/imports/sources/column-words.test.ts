import { readHeader } from '../parsing/header.ts'
import { guessMapping } from './mapping.ts'
import type { Field } from './source.ts'

const fields = [
  'author',
  'date',
  'rating',
  'title',
  'content',
  'productTitle',
  'pictures',
  'reply',
] as const satisfies readonly Field[]

test.each([
  ['English', 'Author,Date,Rating,Title,Text,Product,Photo,Reply'],
  ['English questions', 'By,Time,Stars,Headline,Review,Item,Images,Response'],
  ['German', 'Verfasser,Datum,Bewertung,Titel,Text,Produkt,Foto,Antwort'],
  ['German questions', 'Wer,Wann,Sterne,Überschrift,Bewertung,Artikel,Bilder,Händlerantwort'],
  ['French', 'Auteur,Date,Note,Titre,Texte,Produit,Photo,Réponse'],
  ['French questions', 'Qui,Quand,Étoiles,Sujet,Avis,Article,Images,Réponse du marchand'],
  ['Spanish', 'Autor,Fecha,Valoración,Título,Texto,Producto,Foto,Respuesta'],
  ['Spanish questions', 'Quién,Cuándo,Estrellas,Asunto,Reseña,Artículo,Imágenes,Respuesta de la tienda'],
  ['Italian', 'Autore,Data,Valutazione,Titolo,Testo,Prodotto,Foto,Risposta'],
  ['Italian questions', 'Chi,Quando,Stelle,Oggetto,Recensione,Articolo,Immagini,Risposta del venditore'],
  ['Dutch', 'Auteur,Datum,Beoordeling,Titel,Tekst,Product,Foto,Antwoord'],
  ['Dutch questions', 'Wie,Wanneer,Sterren,Onderwerp,Recensie,Artikel,Afbeeldingen,Antwoord van de winkel'],
  ['Portuguese', 'Autor,Data,Avaliação,Título,Texto,Produto,Foto,Resposta'],
  ['Portuguese questions', 'Quem,Quando,Estrelas,Assunto,Comentário,Artigo,Imagens,Resposta da loja'],
])('columns in %s', (_language, header) => {
  expect(guessMapping(readHeader(header.split(',')))).toEqual(
    Object.fromEntries(fields.map((field, at) => [field, at])),
  )
})

test.each([
  ['Sterne,Bewertung,Kunde', { rating: 0, content: 1, author: 2 }],
  ['Bewertung,Kommentar', { rating: 0, content: 1 }],
  ['Estrellas,Valoración', { rating: 0, content: 1 }],
  ['Stelle,Valutazione', { rating: 0, content: 1 }],
  ['Sterren,Beoordeling', { rating: 0, content: 1 }],
  ['Nota,Avaliação', { rating: 0, content: 1 }],
  ['Note,Évaluation', { rating: 0, content: 1 }],
])('%s: an ambiguous column gets the field that is still missing', (header, mapping) => {
  expect(guessMapping(readHeader(header.split(',')))).toEqual(mapping)
})

test.each([
  ['star,date,title,review', { rating: 0, date: 1, title: 2, content: 3 }],
  ['overall,detail,published_on,nickname,sku', { rating: 0, content: 1, date: 2, author: 3, sku: 4 }],
  [
    'Review Id,Review Created (UTC),Review Username,Review Title,Review Content,Review Stars,Company Response,Company Reply Date (UTC)',
    { externalId: 0, date: 1, author: 2, title: 3, content: 4, rating: 5, reply: 6, replyDate: 7 },
  ],
  [
    'productId,evaluationId,buyerCountry,buyerName,starRating,feedback,evalDate,skuInfo',
    { platformId: 0, externalId: 1, country: 2, author: 3, rating: 4, content: 5, date: 6, variant: 7 },
  ],
  ['ratingValue,reviewBody,author,EAN', { rating: 0, content: 1, author: 2, sku: 3 }],
  [
    'text,stars,is_public,deleted,reply,reply_public',
    { content: 0, rating: 1, status: 2, hidden: 3, reply: 4, replyIsPublic: 5 },
  ],
])('guesses the columns of %s', (header, mapping) => {
  expect(guessMapping(readHeader(header.split(',')))).toEqual(mapping)
})

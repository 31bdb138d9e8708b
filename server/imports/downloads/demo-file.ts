import Papa from 'papaparse'

const columns = ['title', 'body', 'rating', 'review_date', 'source', 'curated', 'reviewer_name', 'reviewer_email', 'product_id', 'product_handle', 'reply', 'reply_date', 'picture_urls', 'ip_address', 'location', 'metaobject_handle'] as const
type Column = (typeof columns)[number]
type DemoRow = Partial<Record<Column, string>>

/** Handle, stars, name, place, title, text. A review each; the dates count back from the newest. */
const plain: readonly (readonly [string, string, string, string, string, string])[] = [
  ['hillside-mug', '5', 'Orla Brennan', 'Galway, Ireland', 'My morning starts here', 'Heavy enough to feel like an object, light enough to drink from half asleep. The glaze pools green at the foot.'],
  ['hillside-mug', '4', 'Tomasz W.', 'Kraków, Poland', 'Solidny kubek', 'Piękna glazura i wygodne ucho. Trochę mniejszy, niż myślałem, ale do kawy w sam raz.'],
  ['hillside-mug', '5', 'Beth Larkin', 'Portland, OR', '', 'Bought one to try. Now there are six in the cupboard and none of them match, which is the point.'],
  ['fishermans-sweater', '5', 'Sigrid Aune', 'Ålesund, Norway', 'Varm som den skal være', 'Lukter fortsatt litt sau når den blir våt, akkurat som bestefars. Den tar vinden.'],
  ['fishermans-sweater', '3', 'Marc Delaunay', 'Nantes, France', 'Belle mais grande', 'La laine est superbe, mais elle taille une taille au-dessus. L’échange a été rapide et sans frais.'],
  ['two-person-tent', '5', 'Hannah Kofler', 'Innsbruck, Österreich', 'Zwei Gewitter, kein Tropfen', 'In sechs Minuten steht es wirklich, wenn man es einmal geübt hat. Innen riecht es nach Baumwolle statt nach Plastik.'],
  ['two-person-tent', '4', 'Diego Fuentes', 'Bariloche, Argentina', 'Aguanta el viento', 'Pesa lo suyo para llevarla en la mochila, pero en el coche no importa. Se ventila muy bien por la noche.'],
  ['wool-blanket', '5', 'Maisie Orr', 'Inverness, Scotland', 'The dog agrees', 'Bought for the sofa, claimed by the spaniel within the hour. Washes well on the wool setting.'],
  ['wool-blanket', '5', '高橋 美咲', '京都', '冬の必需品', '思っていたより厚手で、とても暖かいです。色合いも写真どおりでした。'],
  ['wool-blanket', '2', 'Petra N.', 'Brno, Czechia', 'Scratchier than hoped', 'It is warm, I give it that. Against bare skin it needs a sheet in between.'],
  ['steel-bottle', '5', 'Yusuf Demir', 'İzmir, Türkiye', 'Buzlar hâlâ duruyor', 'Sabah koyduğum buz akşam hâlâ duruyordu. Meşe kapağı da çok güzel yaşlanıyor.'],
  ['steel-bottle', '4', 'Anneke de Vries', 'Utrecht, Nederland', 'Houdt alles koud', 'Past net niet in de bekerhouder van mijn fiets, verder een prachtige fles.'],
  ['pour-over-set', '5', 'Luca Ferretti', 'Torino, Italia', 'Il rito della domenica', 'Il cono è spesso e tiene il calore. Con i filtri inclusi si va avanti per più di un mese.'],
  ['pour-over-set', '5', 'Grace Oduya', 'Leeds, England', 'Slow in the best way', 'Four minutes of standing still every morning. The oak collar has darkened nicely since spring.'],
  ['canvas-daypack', '4', 'Noah Feld', 'Bern, Schweiz', 'Guter Begleiter', 'Das Leder wird mit der Zeit wirklich schöner. Ein kleines Fach außen hätte ich mir noch gewünscht.'],
  ['canvas-daypack', '5', '김하늘', '부산', '가볍고 튼튼해요', '매일 출퇴근할 때 메고 다닙니다. 비가 와도 안이 젖지 않아요.'],
  ['fig-cedar-candle', '5', 'Camille Roussel', 'Lyon, France', 'Un jardin après la pluie', 'L’odeur est présente sans envahir la pièce, et la flamme reste bien droite jusqu’à la fin.'],
  ['fig-cedar-candle', '1', 'Ray P.', 'Tucson, AZ', 'Arrived as a puddle', 'A candle in July in Arizona was my mistake. They sent another in October, which is why this is here at all.'],
  ['oak-cutting-board', '5', 'Ewa Lindqvist', 'Malmö, Sverige', 'Som ett arv', 'Oljad tre gånger sedan i våras och den blir bara finare. Tummen hittar hålet av sig själv.'],
  ['oak-cutting-board', '4', 'Sam Whitlock', 'Hobart, Tasmania', 'Honest bit of timber', 'Took a while to stop smelling of linseed. No warping after a winter beside the stove.'],
  ['storm-rain-jacket', '5', 'Ingrid Solheim', 'Bergen, Norge', 'Testet i Bergen', 'Det sier vel egentlig alt. Hetta følger hodet, og jakken er stille når man går.'],
  ['storm-rain-jacket', '4', 'João Pinto', 'Porto, Portugal', 'Não entra uma gota', 'Excelente na chuva, um pouco quente em dias amenos. Os bolsos ficam acima do cinto da mochila, muito bem pensado.'],
  ['stoneware-bowls', '5', 'Mira Kovač', 'Zagreb, Hrvatska', 'Use them daily', 'Soup, salad, strawberries, in that order, often on the same day. They do stack into one.'],
  ['paper-table-lamp', '5', 'Elias Brandt', 'Leipzig, Deutschland', 'Warmes Licht', 'Genau das Licht, das man im November braucht. Die Zugschnur dimmt erstaunlich fein.'],
  ['ribbed-beanie', '5', 'Kirsty Munro', 'Oban, Scotland', '', 'Does not itch, does not ride up. I took the bobble off for a funeral and put it back for the wake.'],
  ['linen-bedding', '4', 'Chiara Bassi', 'Bologna, Italia', 'Fresche d’estate', 'Stropicciate come è giusto che siano. Dopo tre lavaggi sono diventate morbidissime.'],
  ['linen-bedding', '5', 'Olivia Hart', 'Bath, England', 'I have stopped ironing', 'They look better for not being ironed, or so I tell everyone now. Cool in the heatwave, too.'],
  ['enamel-kettle', '5', 'Jonas Weber', 'Freiburg, Deutschland', 'Für drinnen und draußen', 'Auf Induktion genauso gut wie über der Glut. Der Henkel bleibt tatsächlich kühl.'],
  ['enamel-kettle', '3', 'Priya Raman', 'Leicester, England', 'Chips if you drop it', 'I dropped it. It chipped. It still pours better than anything else I own.'],
  ['camp-lantern', '5', 'Mateus Rocha', 'Curitiba, Brasil', 'Luz de vela sem fogo', 'Durou o fim de semana inteiro e ainda carregou o telefone. As crianças dormem com ela acesa.'],
  ['lambswool-scarf', '5', 'Aoife Kelly', 'Cork, Ireland', 'Long enough to share', 'Two wraps and still something to tuck in. Has not bobbled after a whole winter.'],
  ['teapot', '4', 'Wim Claes', 'Gent, België', 'Schenkt zonder te druppelen', 'Eindelijk een theepot die niet lekt bij de tuit. Het deksel mag iets strakker zitten.'],
  ['teapot', '5', '李静', '上海', '不滴水的茶壶', '倒茶真的一滴都不漏，滤网也很细。颜色像清晨的海。'],
  ['hiking-socks', '5', 'Fredrik Dahl', 'Kiruna, Sverige', 'Darned for life, truly', 'Sent one pair back with a hole the size of a coin. It came home mended in a slightly different green. I like it more.'],
  ['bird-feeder', '5', 'Nell Ashby', 'Shropshire, England', 'Goldfinches by Thursday', 'Up on Monday, ignored until Wednesday, a queue by Thursday. The squirrel has filed a complaint.'],
  ['cast-iron-skillet', '5', 'Hugo Marchetti', 'Marseille, France', 'L’œuf glisse', 'Dès le premier jour. Lourde, oui, mais c’est une poêle qu’on garde pour la vie.'],
  ['cast-iron-skillet', '4', 'Dana Whitfield', 'Asheville, NC', 'Wants a bit of love', 'Came well seasoned. Keep it dry, oil it now and then, and it forgives everything.'],
  ['oat-soap', '5', 'Lise Fournier', 'Québec, QC', 'Doux et simple', 'Ma peau ne tire plus en hiver. Le parfum est discret, on dirait du porridge au miel.'],
  ['dinner-plates', '5', 'Carmen Vidal', 'Girona, España', 'La mesa cambia', 'Parecen hechas una a una. Se rompió una y pude comprarla suelta, sin juego entero.'],
  ['corduroy-overshirt', '4', 'Ben Aldous', 'Norwich, England', 'A jacket in May', 'The description is right about the months. Sleeves are generous, the buttons are lovely.'],
  ['linen-cushion', '5', 'Annika Berg', 'Turku, Suomi', '', 'The stripes do match at the seam. I checked as well.'],
  ['watering-can', '5', 'Margit Huber', 'Graz, Österreich', 'Endlich im Gleichgewicht', 'Voll lässt sie sich mit einer Hand tragen, ohne dass der Arm schief wird. Die Brause ist fein genug für Sämlinge.'],
  ['camp-chair', '4', 'Scott Ferris', 'Bend, OR', 'One long evening, confirmed', 'Sat through a whole meteor shower. Low to get out of, but why would you.'],
  ['hand-balm', '5', 'Rosa Jiménez', 'Almería, España', 'Manos de huerta', 'Se abre con los dedos mojados, como prometen. Por la noche una pizca y al día siguiente, otras manos.'],
  ['bud-vase', '5', 'Freya Sandoval', 'Santa Fe, NM', 'Three stems, one bouquet', 'Weeds from the verge look chosen in it. I keep it on the windowsill over the sink.'],
]

/** Replies of the shop, by the row they answer. */
const replies: Readonly<Record<number, string>> = {
  4: 'Merci, Marc ! Nous avons ajouté un guide des tailles sur la page.',
  9: 'Thank you for saying so, Petra. The lambswool one is softer; write to us and we will swap it.',
  17: 'We have put candles on our no-fly list for July, Ray. Thank you for your patience.',
  28: 'Send it back and we will touch up the enamel, Priya. Pouring well runs in the family.',
}

/** What is not as it should be, in the ways that real files have. */
const troubled: readonly DemoRow[] = [
  // Stars that are none, and a date that never was.
  { title: 'Not sure', body: 'I pressed the wrong button, sorry.', rating: '0', review_date: '2025-04-11 09:30:00 UTC', curated: 'ok', reviewer_name: 'Alan K.', product_handle: 'teapot', metaobject_handle: 'fh-demo-0101' },
  { title: 'Great', body: 'Would buy again.', rating: 'five', review_date: '2025-04-12 09:30:00 UTC', curated: 'ok', reviewer_name: 'Jo', product_handle: 'teapot', metaobject_handle: 'fh-demo-0102' },
  { title: 'Timely', body: 'Came before I had ordered it, somehow.', rating: '5', review_date: '2025-02-30', curated: 'ok', reviewer_name: 'Kit Marlowe', product_handle: 'wall-clock', metaobject_handle: 'fh-demo-0103' },
  // A title and stars only: a review like any other.
  { title: 'No words', body: '', rating: '4', review_date: '2025-03-08 18:02:00 UTC', curated: 'ok', reviewer_name: 'M. Ito', product_handle: 'tea-towels', metaobject_handle: 'fh-demo-0104' },
  // Products that the shop no longer has.
  { title: 'Still ticking', body: 'Bought before you stopped making it. Please make it again.', rating: '5', review_date: '2023-11-02 12:10:00 UTC', curated: 'ok', reviewer_name: 'Ruth Engel', product_handle: 'walnut-mantel-clock', metaobject_handle: 'fh-demo-0105' },
  { title: 'Schade', body: 'Dass es den nicht mehr gibt, ist ein Jammer. Der beste Topf, den ich hatte.', rating: '5', review_date: '2023-10-21 08:45:00 UTC', curated: 'ok', reviewer_name: 'Dieter Lang', product_handle: 'copper-jam-pan', metaobject_handle: 'fh-demo-0106' },
  { title: 'Good for plums', body: 'Twelve jars in one go and nothing burnt.', rating: '4', review_date: '2023-09-30 16:20:00 UTC', curated: 'ok', reviewer_name: 'Hetty Moss', product_handle: 'copper-jam-pan', metaobject_handle: 'fh-demo-0107' },
  // What the old app had not shown.
  { title: 'Waiting', body: 'Written on my phone this morning, so it may not be up yet. The tote holds a whole market.', rating: '5', review_date: '2025-05-30 07:12:00 UTC', curated: 'not-yet', reviewer_name: 'Lena Brook', product_handle: 'canvas-tote', metaobject_handle: 'fh-demo-0108' },
  { title: 'CHEAP WATCHES', body: 'Visit our shop for the cheapest watches in town!!!', rating: '5', review_date: '2025-05-02 03:03:00 UTC', curated: 'spam', reviewer_name: 'best-watches', product_handle: 'wall-clock', metaobject_handle: 'fh-demo-0109' },
  // Signs that HTML and spreadsheets know, and a photo that is no web address: texts like any other.
  { title: 'I <3 this notebook', body: 'Paper > pixels, linen & thread, 5 > 4: five stars. The <b>bold</b> nib I use does not bleed through.', rating: '5', review_date: '2025-05-12 10:00:00 UTC', curated: 'ok', reviewer_name: 'Bobby & Sue', product_handle: 'linen-notebook', picture_urls: 'IMG_2041.jpg', metaobject_handle: 'fh-demo-0110' },
  // A text that was saved in a wrong encoding long ago, one over several lines, and one without a product.
  { title: '', body: 'LlegÃ³ rÃ¡pido y bien embalado.', rating: '5', review_date: '2025-01-19 11:11:00 UTC', curated: 'ok', reviewer_name: 'Inés Prado', product_handle: 'serving-pitcher', metaobject_handle: 'fh-demo-0111' },
  { title: 'A whole story', body: 'Line one: it pours.\nLine two: it "sings" a little, when full, at the lip.\n\nLine four: keep it.', rating: '5', review_date: '2025-02-14 20:15:00 UTC', curated: 'ok', reviewer_name: 'Theo Blum', product_handle: 'serving-pitcher', metaobject_handle: 'fh-demo-0112' },
  { title: 'Kind people', body: 'I asked three questions before ordering and got three answers from the same person.', rating: '5', review_date: '2025-06-01 14:40:00 UTC', curated: 'ok', reviewer_name: 'Margot Lindner', location: 'Kiel, Deutschland', metaobject_handle: 'fh-demo-0113' },
]

/** Rows that stand in the file twice. */
const repeated = [0, 7, 20] as const

const newest = Date.UTC(2025, 5, 8, 17, 30)
const daysApart = 9
const dayMs = 86_400_000
const photographed = new Set([0, 5, 14, 35])

/**
 * `/demo/files/judgeme.csv`: an export of our own making for a stranger to try (issue 2), with what real ones have: several
 * languages, duplicates, products the shop lacks, bad rows, signs that HTML knows. Its products are those of server/demo/catalog/catalog.ts.
 * @param origin where the demo's pictures are served, without a slash at its end
 */
export function demoJudgemeCsv(origin: string): string {
  const rows = plain.map(([handle, rating, name, location, title, body], index): DemoRow => ({
    title, body, rating, location,
    review_date: stamp(newest - index * daysApart * dayMs),
    source: index % 3 === 0 ? 'email' : 'web',
    curated: 'ok',
    reviewer_name: name,
    reviewer_email: `reader${index + 1}@example.test`,
    product_handle: handle,
    ...(replies[index] && { reply: replies[index], reply_date: stamp(newest - index * daysApart * dayMs + 2 * dayMs) }),
    ...(photographed.has(index) && { picture_urls: `${origin}/demo/pictures/${handle}-600.webp` }),
    metaobject_handle: `fh-demo-${String(index + 1).padStart(4, '0')}`,
  }))
  const doubles = repeated.flatMap((index) => rows[index] ?? [])
  const all = [...rows, ...doubles, ...troubled]
  return Papa.unparse([[...columns], ...all.map((row) => columns.map((column) => row[column] ?? ''))], { newline: '\r\n' })
}

const stamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

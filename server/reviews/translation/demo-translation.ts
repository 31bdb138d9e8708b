/** What the demo's services answer instead of a translation: it says so, in the language asked for. */
export const demoTranslations: Readonly<Record<string, { title: string; text: string }>> = {
  en: {
    title: 'Demo translation',
    text: 'This is a demo. In your store, the translation of this review appears here.',
  },
  de: {
    title: 'Demo-Übersetzung',
    text: 'Das ist eine Demo. In Ihrem Shop steht hier die Übersetzung dieser Bewertung.',
  },
  fr: {
    title: 'Traduction de démo',
    text: 'Ceci est une démo. Dans votre boutique, la traduction de cet avis apparaît ici.',
  },
  es: {
    title: 'Traducción de prueba',
    text: 'Esto es una demostración. En tu tienda, aquí aparece la traducción de esta reseña.',
  },
  it: {
    title: 'Traduzione di prova',
    text: 'Questa è una demo. Nel tuo negozio, qui appare la traduzione di questa recensione.',
  },
  nl: { title: 'Demovertaling', text: 'Dit is een demo. In je winkel staat hier de vertaling van deze beoordeling.' },
  pt: {
    title: 'Tradução de demonstração',
    text: 'Isto é uma demonstração. Na sua loja, a tradução desta avaliação aparece aqui.',
  },
  vi: {
    title: 'Bản dịch thử',
    text: 'Đây là bản dùng thử. Trong cửa hàng của bạn, bản dịch của đánh giá này sẽ hiện ở đây.',
  },
  hi: { title: 'डेमो अनुवाद', text: 'यह एक डेमो है। आपके स्टोर में इस समीक्षा का अनुवाद यहाँ दिखता है।' },
  ja: { title: 'デモ翻訳', text: 'これはデモです。実際のストアでは、このレビューの翻訳がここに表示されます。' },
  ko: { title: '데모 번역', text: '이것은 데모입니다. 실제 스토어에서는 이 리뷰의 번역이 여기에 표시됩니다.' },
  zh: { title: '演示翻译', text: '这是演示。在您的商店中，这里会显示此评价的翻译。' },
  ar: { title: 'ترجمة تجريبية', text: 'هذا عرض تجريبي. في متجرك تظهر هنا ترجمة هذا التقييم.' },
  he: { title: 'תרגום לדוגמה', text: 'זוהי הדגמה. בחנות שלך יופיע כאן התרגום של הביקורת הזאת.' },
}

/** Texts of up to this length count as titles. */
const titleChars = 60

/** Returns the demo's answer to a text; null for an unknown language. */
export function translateForDemo(text: string, language: string): string | null {
  const known = demoTranslations[language]
  return known ? (text.length <= titleChars ? known.title : known.text) : null
}

/** Answers of a service in trouble, chosen by a review that contains the word. 402 stands for a used up limit. */
const troubles: readonly [word: string, answer: { status?: number; texts?: string[] }][] = [
  ['translator-busy', { status: 503 }],
  ['translator-refuses', { status: 400 }],
  ['translator-quota', { status: 402 }],
  ['translator-miscounts', { texts: [] }],
  ['translator-markup', { texts: ['<img src=x onerror=alert(1)> Sehr schön'] }],
  [
    'translator-confuses',
    { texts: ['The service answered in English although German was what we had asked for here.'] },
  ],
]

/** Returns the trouble that the texts ask for, so that the demo and tests can show it. */
export const misbehave = (texts: readonly string[]): { status?: number; texts?: string[] } | undefined =>
  troubles.find(([word]) => texts.some((text) => text.includes(word)))?.[1]

/** Encodings of texts that we read. All but DOS's are known to TextDecoder. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'koi8-u',
  'macintosh',
  'x-mac-cyrillic',
  'ibm866',
  'cp850',
  'shift_jis',
  'euc-jp',
  'gbk',
  'big5',
  'euc-kr',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Encodings that are part of one of ours. */
const contained: Readonly<Record<string, Encoding>> = { 'koi8-r': 'koi8-u', gb18030: 'gbk' }

/** Returns the encoding of a name that people or programs use, such as `latin1` or `CP1250`; null for others. */
export function findEncodingByName(name: string): Encoding | null {
  const label = name.trim().toLowerCase()
  const isOurs = (text: string): text is Encoding => (ENCODINGS as readonly string[]).includes(text)
  if (isOurs(label)) return label
  try {
    const { encoding } = new TextDecoder(label)
    return isOurs(encoding) ? encoding : (contained[encoding] ?? null)
  } catch {
    return null
  }
}

export interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

/** The upper half of DOS's code page 850, which old tills and ERP systems of Western Europe write. */
const dos =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

/** Returns a decoder that drops the byte order mark. */
export const makeDecoder = (encoding: Encoding): Decoder =>
  encoding === 'cp850'
    ? {
        decode: (bytes) =>
          Buffer.from(bytes ?? [])
            .toString('latin1')
            .replace(/[\u0080-\u00FF]/g, dosSign),
      }
    : new TextDecoder(encoding)

const dosSign = (sign: string): string => dos[sign.charCodeAt(0) - 0x80] ?? ''

import { readStatusWord, readYesNo, foldWord } from './words.ts'
import type { ImportedStatus, ShowReading } from './source.ts'

/**
 * What a column says of showing. `show`: yes shows. `hide`: yes hides. `shownAt`: a date once it was shown. `hiddenAt`: a
 * date once it was hidden. `status`: words or codes. `loose`: its name only mentions showing.
 */
type Sense = 'show' | 'hide' | 'shownAt' | 'hiddenAt' | 'status' | 'loose'

export interface ShowColumn {
  name: string
  sense: Sense
  /** The status of a review that the column doesn't show. */
  otherwise: ImportedStatus
  /** Speaks of the merchant's reply, not of the review. */
  ofReply: boolean
  /** Its numbers are codes of the app: 1 need not mean yes. */
  coded: boolean
}

const tokensOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean).map(foldWord))

const shows =
  tokensOf(`public enligne published publish visible visibile shown show displayed display live enabled active listed online open valid
  veroffentlicht offentlich sichtbar aktiv angezeigt anzeigen publie publiee publier actif active affiche afficher publicado publicada publico mostrar mostrado activo activa
  pubblicato pubblicata pubblico mostra attivo attiva gepubliceerd openbaar zichtbaar actief tonen ativo ativa visivel exibir exibido
  hienthi congkhai kichhoat 公開 公開済 表示 掲載 有効 공개 표시 게시 노출 显示 顯示 公开 发布 启用 展示`)
const approvals =
  tokensOf(`approved approve approval accepted accept validated validate validation moderated cleared confirmed
  freigegeben freigeschaltet genehmigt freigabe approuve approuvee valide validee accepte aprobado aprobada aceptado validado validada approvato approvata
  accettato validato goedgekeurd geaccepteerd aprovado aprovada aceito duyet daduyet 承認 承認済 승인 审核 審核 审核通过 批准`)
const hides: readonly (readonly [ImportedStatus, ReadonlySet<string>])[] = [
  [
    'deleted',
    tokensOf(`deleted delete del trashed trash removed purged erased geloscht entfernt papierkorb supprime supprimee corbeille eliminado eliminada borrado borrada
    papelera eliminato eliminata cancellato cancellata cestino verwijderd prullenbak excluido excluida apagado removido lixeira xoa daxoa 削除 삭제 删除 刪除`),
  ],
  [
    'rejected',
    tokensOf(`spam junk rejected reject refused declined denied disapproved blocked banned fake abuse abusive abgelehnt gesperrt rejete rejetee refuse
    indesirable rechazado rechazada bloqueado rifiutato rifiutata bloccato afgewezen geweigerd afgekeurd geblokkeerd rejeitado rejeitada recusado thurac tuchoi
    スパム 却下 拒否 스팸 거부 거절 차단 垃圾 垃圾评论 拒绝 屏蔽`),
  ],
  [
    'pending',
    tokensOf(
      `draft unapproved unmoderated pending needsmoderation awaitingmoderation needsapproval awaitingapproval pendingapproval pendingmoderation requiresmoderation pendingreview entwurf brouillon borrador bozza concept rascunho nhap 下書 未承認 下書き 임시저장 草稿`,
    ),
  ],
  [
    'hidden',
    tokensOf(`hidden hide private unpublished unpublish disabled inactive archived archive invisible unlisted suppressed muted concealed offline internal
    flagged inappropriate suspicious suppress quarantined quarantine hold onhold withheld an versteckt ausgeblendet verborgen unsichtbar privat inaktiv archiviert deaktiviert masque masquee cache prive privee inactif
    archivee oculto oculta privado privada inactivo archivado nascosto nascosta privato privata archiviato prive inactief gearchiveerd inativo inativa arquivado
    daan riengtu 非公開 非表示 無効 비공개 숨김 미노출 隐藏 隱藏 私密 不公开 不显示`),
  ],
]
const statuses =
  tokensOf(`status state statut estado stato stav etat zustand trangthai moderation visibility visibilitat sichtbarkeit visibilite visibilidad visibilita
  zichtbaarheid visibilidade publication publishing veroffentlichung curated curation ステータス 状態 상태 状态 狀態 公開状態 公開設定 審査 공개상태`)
const dates = tokensOf(`at date time datetime timestamp datum fecha data utc gmt ngay 日 日時 일 일시 时间 時間 日期`)
/** At the end of a name these stand for a date: `published_on`, `gelöscht am`. */
const prepositions = tokensOf('on am le el il em op')
const codes = tokensOf('id code nr num int key')
const negations = tokensOf('not non un no nicht nie pas nao niet')
const fillers =
  tokensOf(`is has was are be been flag flags bool boolean yn y value review reviews reviewer the can should to now currently label soft allow allowed ok permission may for owner merchant seller vendor company business brand admin store en tienda boutique negozio winkel loja sur im auf web website site
  storefront shop page frontend front ist wurde wird esta est foi is avis resena recensione recensie avaliacao bewertung rezension field`)
const replies =
  tokensOf(`reply replies response responses answer answers antwort antworten reponse reponses respuesta respuestas risposta risposte antwoord antwoorden
  reactie resposta respostas phanhoi 返信 답변 답글 回复 回覆`)
const comments = tokensOf('comment comments kommentar commentaire comentario commento opmerking')
/** A name with one of these speaks of something else: `published_image_url`, `display_name`, `order_status`. */
const others =
  tokensOf(`name nickname names url urls link href image images photo photos picture pictures video videos media file product products item items order orders
  user users customer author buyer email mail phone by reason note notes text title body content message count counts number total votes rate rating score price
  language locale lang source platform profile address consent newsletter marketing subscription coupon discount shipping delivery payment fulfillment financial
  inventory stock account store details detail description country city ip agent badge verified purchase purchased sku variant category tag tags type month year day
  nombre nom produkt produit producto prodotto produto bild foto kunde client cliente klant bestellung commande pedido ordine grund motif motivo 商品 画像 名 상품 이미지 商品名`)

/** Signs around the word in Japanese, Korean and Chinese names, which have no spaces: `是否显示`, `공개여부`. */
const easternSigns =
  /^(?:是否|已|评论|評論|评价|レビュー|리뷰|후기|口コミ)+|(?<!フラグ|済み|済|中|여부|됨)(?:フラグ|済み|済|中|여부|됨)+$/g
const easternStatus = /(?:상태|状态|狀態|状態|設定|设置|설정)$/
/** Alone in a name that speaks of more than showing, these say nothing of it: `active_days`. */
const weak = tokensOf(
  'del an hold active live online open valid enabled internal offline cache confirmed accepted cleared inactive actif activo attivo ativo aktiv listed',
)
const strongStatuses = tokensOf('moderation visibility publication publishing curation')

function splitTokens(name: string): string[] {
  return (
    name
      .normalize('NFKC')
      .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
      .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      // `Freigabestatus`
      .flatMap((token) => token.split(/(?<=\p{L}{4})s?(?=status$)/iu))
      .flatMap((token) => {
        const inner = token.replace(easternSigns, '').replace(easternStatus, '')
        return [inner || token, ...(inner !== '' && easternStatus.test(token) ? ['status'] : [])].map(foldWord)
      })
      .filter(Boolean)
  )
}

const otherwiseOf = (token: string): ImportedStatus | undefined => hides.find(([, words]) => words.has(token))?.[0]
const isShow = (token: string): boolean => shows.has(token) || approvals.has(token)

/**
 * Returns what a column says of showing, by the words of its name; null for other columns.
 * @param text the name of the column with the texts, if the file has replies: `comment` may mean one
 */
export function findShowColumn(name: string, text = ''): ShowColumn | null {
  const parts = splitTokens(name)
  // `hiển thị`, `en ligne`: words of several parts.
  const joined = parts.join('')
  const tokens = statuses.has(joined) || isShow(joined) || otherwiseOf(joined) ? [joined] : parts
  const isComment = (token: string): boolean => comments.has(token)
  const ownComments = text === '' || splitTokens(text).some(isComment)
  const ofReply = tokens.some((token) => replies.has(token) || (!ownComments && isComment(token)))
  const core = tokens.filter((token) => !fillers.has(token) && !replies.has(token) && !isComment(token))
  const dated = core.some((token) => dates.has(token)) || (core.length > 1 && prepositions.has(tokens.at(-1) ?? ''))
  const isBeside = (token: string): boolean =>
    dates.has(token) || prepositions.has(token) || codes.has(token) || negations.has(token)
  const said = core.filter((token) => !isBeside(token))
  const status = said.some((token) => statuses.has(token))
  const show = said.filter(isShow)
  const [hide] = said.flatMap((token) => otherwiseOf(token) ?? [])
  if (!status && show.length === 0 && hide === undefined) return null
  const known = said.every((token) => statuses.has(token) || isShow(token) || otherwiseOf(token) !== undefined)
  if (!known && (said.some((token) => others.has(token)) || !said.some(isStrong))) return null
  const otherwise = hide ?? (show.some((token) => approvals.has(token)) ? 'pending' : 'hidden')
  const column = { name, ofReply, otherwise, coded: core.some((token) => codes.has(token)) }
  if (!known || (show.length > 0 && hide !== undefined)) return { ...column, sense: 'loose', coded: true }
  if (status && hide === undefined) return { ...column, sense: 'status' }
  const hidesByYes = (hide !== undefined) !== core.some((token) => negations.has(token))
  if (!status && dated) return { ...column, sense: hidesByYes ? 'hiddenAt' : 'shownAt', otherwise: hide ?? 'pending' }
  return { ...column, sense: hidesByYes ? 'hide' : 'show' }
}

const isStrong = (token: string): boolean =>
  strongStatuses.has(token) || ((isShow(token) || otherwiseOf(token) !== undefined) && !weak.has(token))

/** The status that a cell states: null if none. `unclear` holds for cells that can't be read. */
export interface ShownCell {
  status: ImportedStatus | null
  unclear?: true
}

const unclear: ShownCell = { status: null, unclear: true }
const longestFlag = 24
const longestFlagWords = 3
const isNumber = (text: string): boolean => /^-?\d+(?:[.,]0+)?$/.test(text)
const isZeroDate = (text: string): boolean => /^[0\s:/.-]+(?:T[0:.Z]+)?$/.test(text)

/** Reads what a cell says of showing. */
export function readShowCell(column: ShowColumn, cell: string, reading: ShowReading): ShownCell {
  const text = cell.trim()
  const { sense, otherwise } = column
  if (sense === 'hiddenAt')
    return { status: text === '' || isZeroDate(text) || readYesNo(text) === false ? null : otherwise }
  if (sense === 'shownAt')
    return { status: text === '' || isZeroDate(text) || readYesNo(text) === false ? otherwise : null }
  if (text === '') return sense === 'show' && reading.filled.has(column.name) ? unclear : { status: null }
  if (isNumber(text) && (column.coded || reading.coded.has(column.name))) return unclear
  const word = isNumber(text) ? null : readStatusWord(text)
  const says = readYesNo(text)
  if (sense === 'show' && says !== null) return { status: says ? 'published' : otherwise }
  if (sense === 'hide' && says !== null) return { status: says ? otherwise : null }
  if (sense === 'status' && says !== null && !(word && word !== 'published'))
    return { status: says ? 'published' : otherwise }
  if (word !== null) return { status: word }
  if (sense === 'loose' && !isFlag(text)) return { status: null }
  return unclear
}

/** Whether a text is short enough to say yes, no or a status. */
export const isFlag = (text: string): boolean =>
  text.length <= longestFlag && text.split(/\s+/).length <= longestFlagWords

/** Whether a cell holds a number where the app may have codes of its own. */
export const holdsNumber = ({ sense }: ShowColumn, cell: string): boolean =>
  (sense === 'status' || sense === 'loose') && isNumber(cell.trim())

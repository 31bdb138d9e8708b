import type { ImportedStatus } from './source.ts'

const list = (words: string): string[] => words.split(/\s+/).filter(Boolean)

/** Folds a word for comparison: without case, accents and width. `Øđı` have no accent to remove. */
export const foldWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .trim()

const setOf = (words: string): ReadonlySet<string> => new Set(list(words).map(foldWord))

/** Yes and no of spreadsheets, databases and programs, and of the languages that spreadsheets speak. */
const yesWords = setOf(`true yes y t on x ok checked .t. ✓ ✔ ☑ ✅ 🗹 ●
  wahr ja j w vrai oui o verdadero verdad si s vero sim verdadeiro v waar co dung はい 真 有 예 네 참 是 对 對 正确
  כן نعم صحيح ใช่ हाँ हां ya iya
  prawda tak sant sand sann tosi kylla ano pravda igaz igen dogru evet adevarat da ИСТИНА да так αληθης ναι`)
const noWords = setOf(`false no n f off unchecked .f. ✗ ✘ ✕ ❌ ☐ □
  falsch nein faux non falso nao onwaar nee khong sai いいえ 偽 無 无 아니요 아니오 거짓 否 不是 不 假 错误
  לא لا خطأ ไม่ नहीं tidak
  falsz nie falskt falsk usann nej nei epatosi ei ne nepravda hamis nem yanlis hayir fals nu ЛОЖЬ нет ні ψευδης οχι`)

/** A yes or a no that a cell states. Access writes -1 for yes. */
export function readYesNo(cell: string): boolean | null {
  const word = foldWord(cell)
  if (/^-?1(?:[.,]0+)?$/.test(word) || yesWords.has(word)) return true
  return /^-?0(?:[.,]0+)?$/.test(word) || noWords.has(word) ? false : null
}

/**
 * What programs and spreadsheets write for an empty cell, in the languages of their errors. Case counts, because Null
 * and Nan are names of people.
 */
const nullWords: ReadonlySet<string> = new Set(
  list(`nan NaN NAN NaT null NULL none None nil NIL undefined \\N \\\\N <NA> <null> <NULL> (null) (NULL) [null] [NULL] {null} N/A n/a #N/A
    #NULL! #REF! #VALUE! #NAME? #NUM! #DIV/0! #GETTING_DATA #SPILL! #CALC! #ERROR! #NV #BEZUG! #WERT! #ZAHL! #FELD! #N/D #NOMBRE? #VALOR! #NOME?
    #NOM? #VALEUR! #NOMBRE! #RIF! #VALORE! #NB #VERW! #WAARDE! #NAAM? #¡REF! #¡VALOR! #¡NUM! #¡DIV/0! #¿NOMBRE?`),
)
const longestNullWord = 14

/** Returns the cell, or '' where a program wrote its word for nothing. */
export const withoutNullWord = (cell: string): string =>
  cell.length > 0 && cell.length <= longestNullWord && nullWords.has(cell.trim()) ? '' : cell

/** Words of a status by what they mean, in English and our merchants' languages. */
const words: Record<ImportedStatus, string> = {
  published: `published publish approved approve approval active visible enabled enable live ok okay public displayed display shown show accepted accept
    valid validated online open listed posted released confirmed allowed auto-approved autoapproved passed pass normal
    veroffentlicht freigegeben freigeschaltet genehmigt sichtbar aktiv offentlich angezeigt publie publiee publique approuve approuvee valide validee actif active
    accepte acceptee enligne affiche publicado publicada publico aprobado aprobada activo activa aceptado aceptada mostrado pubblicato pubblicata pubblico
    approvato approvata attivo attiva visibile accettato gepubliceerd goedgekeurd zichtbaar actief openbaar geaccepteerd publicada aprovado aprovada ativo ativa
    visivel aceito daxuatban daduyet congkhai hienthi hoatdong kichhoat 公開 公開中 公開済み 表示 承認 承認済み 掲載中 有効 게시됨 게시 공개 승인 승인됨 노출 표시 활성
    已发布 发布 已发表 已審核 已审核 审核通过 通过 显示 顯示 公开 已公开 已發佈 已发佈 正常 启用`,
  hidden: `hidden hide unpublished unpublish disabled disable inactive archived archive private invisible concealed unlisted suppressed muted offline closed
    internal flagged off removedfromview withheld paused ausgeblendet versteckt verborgen unsichtbar privat inaktiv archiviert intern unveroffentlicht deaktiviert
    masque masquee cache cachee prive privee inactif inactive archivee nonpublie nonpubliee desactive interne oculto oculta privado privada inactivo inactiva
    archivado archivada nopublicado desactivado interno nascosto nascosta privato privata inattivo archiviato nonpubblicato disattivato verborgen prive inactief
    gearchiveerd nietgepubliceerd privado inativo inativa arquivado naopublicado desativado an daan riengtu luutru 非公開 非表示 無効 비공개 숨김 비활성 미노출
    隐藏 隱藏 已隐藏 已隱藏 私密 不公开 不显示 禁用 停用 未公开`,
  pending: `pending not-yet notyet waiting hold onhold draft unapproved notapproved inreview underreview review queued moderation moderate awaiting awaitingapproval
    awaitingmoderation pendingreview pendingapproval new scheduled future submitted unmoderated tomoderate needsreview entwurf ausstehend wartend inprufung ungepruft offen
    brouillon enattente amoderer attente nonapprouve borrador pendiente enrevision bozza inattesa inrevisione concept inafwachting wachtend inbehandeling
    rascunho pendente emanalise aguardando nhap choduyet dangcho chuaduyet 下書き 保留 未承認 承認待ち 審査中 대기 대기중 승인대기 임시저장 보류 검토중
    待审核 待審核 审核中 草稿 未审核 未审批 待处理`,
  rejected: `spam rejected reject refused declined decline denied disapproved blocked banned bad failed abuse fake junk unwanted nsfw inappropriate abgelehnt
    gesperrt zuruckgewiesen rejete rejetee refuse refusee bloque indesirable rechazado rechazada bloqueado rifiutato rifiutata bloccato respinto afgewezen geweigerd
    afgekeurd geblokkeerd rejeitado rejeitada recusado bloqueado tuchoi bituchoi thurac chan スパム 却下 拒否 否認 스팸 거부 거절 반려 차단 垃圾 垃圾评论 拒绝 已拒绝 不通过 未通过 驳回 屏蔽`,
  deleted: `deleted delete trash trashed removed remove bin binned purged erased soft-deleted softdeleted post-trashed geloscht entfernt papierkorb supprime supprimee
    corbeille efface eliminado eliminada borrado borrada papelera cancellato cancellata eliminato eliminata cestino verwijderd prullenbak excluido excluida
    apagado removido lixeira xoa daxoa bixoa 削除 削除済み ゴミ箱 삭제 삭제됨 휴지통 删除 已删除 刪除 已刪除 回收站`,
}
const spaces = /[\s_-]+/g
const statusByWord: ReadonlyMap<string, ImportedStatus> = new Map(
  (Object.entries(words) as [ImportedStatus, string][])
    .flatMap(([status, all]) => list(all).map((word) => [foldWord(word).replace(spaces, ''), status] as const))
    // The first meaning wins: `private` in one language may be a sign of another.
    .toReversed(),
)

/** Returns the status that a word names; null for words of no list. */
export const readStatusWord = (cell: string): ImportedStatus | null =>
  statusByWord.get(foldWord(cell).replace(spaces, '')) ?? null

/** Words that say of nothing but who may see something. */
const privacyWords: readonly (readonly [ImportedStatus, ReadonlySet<string>])[] = [
  [
    'published',
    setOf(`public publicly published visible öffentlich veröffentlicht sichtbar publique publié publiée público pública publicado publicada pubblico pubblica pubblicato pubblicata
      openbaar gepubliceerd zichtbaar publicada côngkhai 公開 公开 공개 публичный публичная публичное опубликовано публічний publiczny publiczna publiczne herkeseaçık yayında عام منشور ציבורי גלוי
      offentlig offentligt publik julkinen veřejný veřejná nyilvános δημόσιο สาธารณะ सार्वजनिक publik`),
  ],
  [
    'hidden',
    setOf(`private internal hidden unpublished confidential invisible privat intern versteckt unveröffentlicht vertraulich privé privée interne masqué masquée caché confidentiel privado privada interno interna oculto
      oculta confidencial privato privata nascosto riservato riservata nonpubblico verborgen vertrouwelijk riêngtư nộibộ 非公開 社内 私密 内部 不公开 비공개 내부 приватный приватная частный частное внутренний
      скрыто скрытый приватний prywatny prywatna prywatne wewnętrzny ukryty gizli özel خاص داخلي مخفي פרטי פנימי מוסתר dold skjult yksityinen piilotettu soukromý skrytý privát rejtett ascuns ιδιωτικό ส่วนตัว निजी pribadi
      adminonly staffonly internalonly`),
  ],
]

/** Returns what a word such as public, private or internal says; null for other words. */
export function readPrivacyWord(cell: string): ImportedStatus | null {
  const word = foldWord(cell).replace(spaces, '')
  return privacyWords.find(([, all]) => all.has(word))?.[0] ?? null
}

import { foldWord } from './words.ts'
import type { ImportedStatus } from './source.ts'

/** Words of column names. One with a star is the beginning of its forms: `publi*` is public, publique, publié. */
export interface WordList {
  has(token: string): boolean
  whole: ReadonlySet<string>
}

function listWords(words: string): WordList {
  const all = words.split(/\s+/).filter(Boolean)
  const whole = new Set(all.map((word) => foldWord(word.replace('*', ''))))
  const starts = all.filter((word) => word.endsWith('*')).map((word) => foldWord(word.slice(0, -1)))
  return { whole, has: (token) => whole.has(token) || starts.some((start) => token.startsWith(start)) }
}

const shows =
  listWords(`public published publish publishable publi publié* publie* publique* publics pública* publico* publicad* publish* visible* visibile visibili visibles
  enligne shown show showing display displayed displaying live enabled enable active activated listed online open valid released release whitelisted greenlit
  veröffentlicht* öffentlich* sichtbar* aktiv aktiviert* angezeigt* anzeigen einblenden zeigen actif active affich* publicar
  mostrar mostrad* activo activa pubblic* mostra mostrat* attivo attiva gepubliceerd* publiceren openbaar openbare zichtbaar zichtbare actief tonen getoond
  ativo ativa visível visíve* exibir exibid* hiểnthị côngkhai kíchhoạt
  公開 公開済 公開中 表示 掲載 有効 공개 표시 게시 노출 显示 顯示 公开 发布 發佈 启用 展示
  опубликов* публик* публичн* видим* показ* отображ* активен активн* опубліков* публічн* показати
  opublikowan* publikuj publiczn* widoczn* aktywn* wyświetl* pokaż yayın* yayında görünür* göster* aktif herkese açık
  منشور* نشر نشرت مرئي* ظاهر* عرض عام عامة مفعل פורסם מפורסם פרסום גלוי* מוצג ציבורי* פעיל
  publicera* synlig* offentlig* visad visas visa aktiv offentliggjort publisert vist vises julkais* näkyv* julkinen näytä
  zveřejn* viditeln* veřejn* zobraz* közzé* látható* nyilvános* megjelen* publicat* vizibil* afișat* afisat* δημοσι* ορατ* εμφανι* δημόσι*
  เผยแพร่ แสดง สาธารณะ प्रकाशित दिखाएं सार्वजनिक diterbitkan dipublikasikan ditampilkan tampil tampilkan publik aktif`)
const approvals =
  listWords(`approved approve approval approves accepted accept validated validate validation moderated moderate cleared confirmed vetted screened
  freigegeben freigeschaltet freischalten freischaltung genehmigt freigabe geprüft moderiert* akzeptiert approuv* valide validé* accepté* modéré* aprobad* aprobar aprobación aceptad* validad* moderad* approvat* approva approvazione
  accettat* convalidat* moderat* validato goedgekeurd* goedkeuring geaccepteerd* gemodereerd* aprovad* aprovar aprovação aceito aceita duyệt đãduyệt 承認 承認済 승인 審核 审核 审核通过 批准
  одобр* утвержд* принят* модерирован* проверенмодератором схвален* затвердж* zatwierdz* zaakceptowan* moderowan* onay onaylan* onaylı معتمد* موافق* مقبول* אושר מאושר*
  godkän* godkend* godkjent hyväksy* schválen* schvalen* jóváhagy* elfogad* aprobat* acceptat* εγκεκριμ* εγκρι* อนุมัติ स्वीकृत disetujui setujui`)
const hides: readonly (readonly [ImportedStatus, WordList])[] = [
  [
    'deleted',
    listWords(`deleted delete del trashed trash removed remove purged erased retracted withdrawn gelöscht* entfernt* papierkorb supprim* corbeille eliminad* borrad*
    papelera eliminat* cancellato cancellata cestino verwijderd* prullenbak excluíd* apagad* removid* lixeira xóa đãxóa 削除 削除済 삭제 删除 刪除
    удален* удалить видален* usunięt* skasowan* silindi silinen silinmiş محذوف* حذف נמחק* raderad* borttagen borttagna slettet slettede poistett* smazan* odstraněn* törölt* șters* sters*
    διαγραμμ* διαγραφ* ลบ हटाया dihapus hapus`),
  ],
  [
    'rejected',
    listWords(`spam junk rejected reject refused declined denied disapproved blocked block blocklisted blacklisted blacklist denylisted banned ban shadowbanned fake abuse abusive
    censored toxic abgelehnt* gesperrt* blockiert* zensiert rejeté* rejete* refusé* refuse bloqué* indesirable rechazad* bloquead* censurad* rifiutat* bloccat* censurat* afgewezen geweigerd* afgekeurd* geblokkeerd* rejeitad* recusad* thưrác từchối bịchặn chặn
    スパム 却下 拒否 스팸 거부 거절 차단 垃圾 垃圾评论 拒绝 拒絕 屏蔽 封禁
    отклонен* заблокирован* блокир* спам забанен* відхилен* заблокован* odrzucon* zablokowan* reddedil* reddedildi engellen* engelli مرفوض* محظور* رفض حظر נדחה* חסום* חסומה
    avvisad* nekad* blockerad* spärrad* afvist* avvist* blokeret blokkert hylätt* estett* zamítnut* blokován* elutasít* letilt* respins* blocat* απορριφ* αποκλεισμ* ปฏิเสธ บล็อก अस्वीकृत ditolak diblokir`),
  ],
  [
    'pending',
    listWords(`draft unapproved unmoderated pending needsmoderation awaitingmoderation needsapproval awaitingapproval pendingapproval pendingmoderation requiresmoderation
    pendingreview needsreview underreview entwurf ausstehend brouillon borrador pendiente bozza concept rascunho pendente nháp 下書 未承認 下書き 임시저장 草稿
    черновик* чернетк* szkic oczekując* taslak onaybekl* مسودة معلق טיוטה ממתין utkast kladde luonnos piszkozat ciornă πρόχειρο แบบร่าง draf`),
  ],
  [
    'hidden',
    listWords(`hidden hide hides private unpublished unpublish disabled disable inactive deactivated archived archive invisible unlisted suppressed muted silenced concealed offline
    internal staffonly adminonly membersonly ignored excluded exclude redacted quarantined quarantine hold onhold withheld flagged reported inappropriate suspicious suppress censor an
    versteckt* ausgeblendet* ausblenden verborgen* unsichtbar* privat* inaktiv archiviert* deaktiviert* intern interne internes masqué* masque* caché* cache privé* inactif désactivé*
    archivé* oculta* oculto* ocultar escondid* privad* inactivo archivad* interno interna interni nascost* nascondi privat* archiviat* privé inactief gearchiveerd* inativo inativa arquivad* desativad*
    ẩn riêngtư nộibộ 非公開 非表示 無効 社内 内部 비공개 숨김 미노출 내부 隐藏 隱藏 私密 不公开 不显示
    скрыт* скрыв* приватн* внутренн* неопубликован* архивн* архивирован* неактивн* прихован* внутрішн* ukryt* prywatn* wewnętrzn* nieopublikowan* niewidoczn* nieaktywn* zarchiwizowan* gizle* gizli* yayınlanmad* pasif arşiv*
    مخفي* خاص خاصة داخلي* مؤرشف מוסתר* פרטי* פנימי* dold* gömd* opublicerad* inaktiv* arkiverad* skjult* arkiveret piilotett* yksityi* sisäi* skryt* soukrom* archivovan* rejtett* elrejt* belső ascuns* ascunde arhivat*
    κρυφ* κρυμμ* ιδιωτικ* εσωτερικ* ซ่อน ส่วนตัว ภายใน छिपा* निजी disembunyikan sembunyikan tersembunyi pribadi internal`),
  ],
]
const statuses =
  listWords(`status state statut estado stato estat stav etat zustand trạngthái moderation visibility visibilität sichtbarkeit visibilité visibilidad visibilità
  zichtbaarheid visibilidade publication publishing publicación pubblicazione publicação publicatie veröffentlichung curated curation modération moderación moderazione moderatie moderação privacy
  ステータス 状態 상태 状态 狀態 公開状態 公開設定 審査 공개상태
  статус состояние модераци* видимость стан модерація видимість moderacj* widoczność stan durum durumu moderasyon görünürlük حالة الحالة الإشراف סטטוס מצב ניהול
  synlighet synlighed moderering tila näkyvyys moderointi stav viditelnost moderace állapot láthatóság moderálás stare vizibilitate moderare κατάσταση ορατότητα สถานะ स्थिति`)
/** Beside a word for replies these say whether the reply is public, if the cells do: `Reply Type`, `Art der Antwort`. */
const kinds = listWords(
  `type kind scope access audience level mode channel class category art typ tipo soort genre nature tür tip тип вид rodzaj 种类 类型 類型 種類 種別 タイプ 유형 loại`,
)
const dates = listWords(
  `at date time datetime timestamp datum fecha data utc gmt ngày 日 日時 日期 일 일시 时间 時間 дата время tarih tarihi تاريخ תאריך czas dato päivämäärä dátum ημερομηνία`,
)
/** At the end of a name these stand for a date: `published_on`, `gelöscht am`. */
const prepositions = listWords('on am le el il em op')
/** Before a place, which doesn't change what is said: `visible_to_customers`, `show on product page`. */
const placing = listWords(
  'on in to from for auf im fur sur dans pour en para su in per op voor na no em til på на для w',
)
const places = listWords(
  `product products item items customer customers client clients visitor visitors shopper shoppers page pages everyone all homepage home widget widgets pdp site shop store feed google public`,
)
/** A filled cell names who did it: `approved_by`, `freigegeben von`, `承認者`. */
const doers = listWords('by von durch par por da door przez tarafından кем от בידי على av 者 人 员 員 자 인')
/** Persons who approve: a filled cell says that one did. */
const approvers = listWords(
  'moderator moderators approver approvers freigeber modérateur moderador moderatore модератор',
)
/** A filled cell says why a review isn't shown: `rejection_reason`. */
const reasons = listWords(
  'reason reasons grund raison motif motivo motivos motivazione reden причина powód sebep neden سبب סיבה orsak årsag syy důvod ok motiv λόγος 理由 原因 사유',
)
const refusals = listWords(
  'rejection removal deletion hiding block ban spam ablehnung rejet rechazo rifiuto afwijzing rejeição отклонения удаления odrzucenia',
)
const codes = listWords('id code nr num int key')
const negations = listWords(
  'not dont never non un no nicht nie pas não niet не غير لا לא ej inte icke ikke ei ne nem nu δεν tidak değil 未',
)
const fillers =
  listWords(`is has was are be been flag flags bool boolean yn y value review reviews reviewer the can should do to now currently label soft allow allowed ok permission may for owner merchant seller vendor company business brand admin store en tienda boutique negozio winkel loja sur im auf web website site only just
  storefront shop page frontend front ist wurde wird esta está foi is avis reseña recensione recensie avaliação bewertung rezension field de du des der die das den la le les el los del della dell da do di het van of a o
  отзыв отзыва opinia opinii yorum yorumu recension anmeldelse arvostelu recenze vélemény recenzie recenzia ulasan مراجعة ביקורת 是否 已 评论 評論 评价 レビュー 리뷰 후기 口コミ フラグ 済み 여부 됨`)
const replies =
  listWords(`reply replies replied respons* answer answers answered antwort antworten antwort* réponse* repons* respuesta* rispost* antwoord*
  reactie resposta* phảnhồi trảlời 返信 回答 답변 답글 댓글 回复 回覆 ответ* відповід* odpowied* odpověd* odpoved* cevap* yanıt* رد الرد ردود תגובה תגובות תשובה svar svaret vastaus* válasz* răspuns* απαντησ* απάντη* ตอบกลับ การตอบกลับ उत्तर balasan tanggapan jawaban`)
const comments = listWords(
  'comment comments kommentar* commentaire commentaires comentario* comentário* commento commenti opmerking комментарий комментария komentarz yorum 评论 コメント',
)
/** A name with one of these speaks of something else: `published_image_url`, `display_name`, `order_status`. */
const others =
  listWords(`name nickname names url urls link href image images photo photos picture pictures video videos media file product products item items order orders
  user users customer author buyer email mail phone by reason note notes text title body content message count counts number total votes rate rating score price
  language locale lang source platform profile address consent newsletter marketing subscription coupon discount shipping delivery payment fulfillment financial
  inventory stock account store details detail description country city ip agent badge verified purchase purchased sku variant category tag tags type month year day days
  nombre nom produkt produit producto prodotto produto bild foto kunde client cliente klant bestellung commande pedido ordine grund motif motivo 商品 画像 名 名前 상품 이미지 商品名 이름 图片
  publisher publishers publicity anonymous location avatar handle policy имя название товар товара фото ссылка текст заголовок причина почта автор заказ заказа imię nazwa nazwisko produktu zdjęcie zamówienia zamówienie isim adı ürün resim sipariş
  اسم المنتج صورة الطلب رابط שם מוצר תמונה הזמנה namn bild produkt order navn nimi kuva tuote tilaus jméno název obrázek objednávka név kép termék rendelés nume imagine produs comandă όνομα προϊόν εικόνα`)
/** Alone in a name that speaks of more than showing, these say nothing of it: `active_days`. */
const weak = listWords(
  'del an hold active live online open valid enabled enable release released internal offline cache confirmed accepted cleared inactive actif activo attivo ativo aktiv aktif listed block ban ignored reported visa عام no',
)
const strongStatuses = listWords('moderation visibility publication publishing curation')

export const words = {
  shows,
  approvals,
  statuses,
  kinds,
  dates,
  prepositions,
  placing,
  places,
  doers,
  approvers,
  reasons,
  refusals,
  codes,
  negations,
  fillers,
  replies,
  comments,
  others,
  weak,
  strongStatuses,
} as const

export const isShow = (token: string): boolean => (shows.has(token) || approvals.has(token)) && !others.whole.has(token)
/** The status of a review of which the word says that it isn't shown. */
export const otherwiseOf = (token: string): ImportedStatus | undefined =>
  hides.find(([, list]) => list.whole.has(token))?.[0] ??
  (isShow(token) ? undefined : hides.find(([, list]) => list.has(token))?.[0])

const splittable: ReadonlySet<string> = new Set(
  [...Object.values(words), ...hides.map(([, list]) => list)].flatMap(({ whole }) => [...whole]),
)
const longestWord = Math.max(...[...splittable].map(({ length }) => length))
const eastern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
/** Shorter words would be found within others. */
const shortestPart = 3
const shortParts: ReadonlySet<string> = new Set(['is', 'on', 'to', 'by', 'at'])

/** Splits `isapproved` where known words cover all of it. East Asian names have no spaces: unknown signs stay between. */
function splitJoined(token: string): string[] {
  if (splittable.has(token) || isShow(token) || otherwiseOf(token) !== undefined) return [token]
  return eastern.test(token) ? splitEastern(token) : (coverWith(token) ?? [token])
}

function splitEastern(token: string): string[] {
  const found: string[] = []
  let rest = ''
  for (let at = 0; at < token.length;) {
    let end = Math.min(token.length, at + longestWord)
    while (end > at && !splittable.has(token.slice(at, end))) end--
    if (end === at) rest += token[at++] ?? ''
    else {
      if (rest) found.push(rest)
      rest = ''
      found.push(token.slice(at, end))
      at = end
    }
  }
  return rest ? [...found, rest] : found
}

/** Returns the fewest known words that make up the token; null if none do. */
function coverWith(token: string): string[] | null {
  if (token.length > longestWord * 4) return null
  const best: (string[] | undefined)[] = [[]]
  for (let end = 2; end <= token.length; end++)
    for (let at = Math.max(0, end - longestWord); at <= end - 2; at++) {
      const [before, word] = [best[at], token.slice(at, end)]
      const isPart = word.length < shortestPart ? shortParts.has(word) : splittable.has(word)
      if (before && isPart && before.length + 1 < (best[end]?.length ?? Infinity)) best[end] = [...before, word]
    }
  return best[token.length] ?? null
}

const compound = /^(antwort|kommentar|bewertungs?|rezensions?|svars?|antwoord)(?=\p{L}{4})/u

/** Returns the words of a column's name, folded. */
export function splitName(name: string): string[] {
  const parts = name
    .normalize('NFKC')
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    // `Freigabestatus`
    .flatMap((token) => token.split(/(?<=\p{L}{4})s?(?=status$)/iu))
    .map((token) => foldWord(token).replace(/^ال(?=\p{L}{3})/u, ''))
    .filter(Boolean)
  return joinPairs(parts)
    .flatMap((token) => token.replace(compound, '$1 ').split(' '))
    .flatMap(splitJoined)
}

/** Joins words of two parts: `hiển thị`, `en ligne`, `on hold`. */
function joinPairs(parts: readonly string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const pair = (parts[at] ?? '') + (parts[at + 1] ?? '')
    const isWord = at + 1 < parts.length && splittable.has(pair) && !splittable.has(parts[at] ?? '')
    const isPhrase = at + 1 < parts.length && (pair === 'onhold' || pair === 'enligne')
    joined.push(isWord || isPhrase ? pair : (parts[at] ?? ''))
    if (isWord || isPhrase) at++
  }
  return joined
}

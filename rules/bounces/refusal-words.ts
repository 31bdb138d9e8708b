import type { RefusalReason } from './refusal-codes.ts'

const who =
  'users?|recipients?|rcpt|address(?:es)?|addressees?|mail ?box(?:es)?|accounts?|e-?mail|person|alias|customer|subscriber|user ?ids?|local.?part'
const whoAbroad =
  'destinataire|utilisateur|adresse|compte|boite|empfanger|benutzer|postfach|konto|usuario|destinatario|direccion|buzon|cuenta|utente|indirizzo|casella|endereco|conta|caixa|gebruiker|adres|uzytkownik|kullanici|адрес\\S*|пользовател\\S*|получател\\S*|ящик\\S*'
const missing =
  "unknown|invalid|undeliverable|unavail?l?able(?! or access)|unavaiable|nonexist\\w+|not (?:be )?(?:found|exists?|known|recogni[sz]ed|valid|listed|present|registered|local|ok)|does ?n[o']?t (?:exist|have)|do not exist|isn't (?:known|valid)|no longer (?:on|at|with|exists?|valid|available|in use|works?)"
const missingAbroad =
  "inconnue?|invalide|inexistante?|introuvable|n'existe pas|unbekannt|existiert nicht|nicht (?:gefunden|vorhanden|bekannt|verfugbar)|ungultig|desconocid[oa]|no existe|inexistente|invalid[oa]|no encontrad[oa]|sconosciut[oa]|non (?:esiste|trovat[oa]|valid[oa])|desconhecid[oa]|nao (?:existe|encontrad[oa])|onbekend|bestaat niet|nie istnieje|nieznany|bulunamadi|gecersiz|не (?:существует|найден\\S*)|неизвест\\S*"

/**
 * Words of servers' answers, in lower case, without accents, addresses and links. The first match decides, so reasons
 * that spare the recipient come before those that suppress the address.
 */
export const WORDS: readonly (readonly [RefusalReason, RegExp])[] = [
  [
    'full',
    /quota|\b(?:mail ?box|mail ?folder|mail ?dir|inbox|disk|account|storage)(?: \S+){0,5} full\b|full mailbox|mailbox.?full|storage (?:allocation|limit|space|exceeded)|disk (?:space|is full)|not (?:enough|sufficient) (?:disk )?(?:space|storage)|insufficient (?:disk|system|storage)|no space left|space has been used|mail ?box(?: \S+){0,4} exceed|exceed\w*(?: \S+){0,5} (?:mailbox|storage)|too (?:many messages|much mail)(?: \S+)? (?:on|in|data)|\b(?:pleine?|uberfullt|voll|llen[oa]|pien[ao]|cheia)\b|kontingent|переполн|квот|容量|いっぱい/,
  ],
  [
    'sender',
    /\bsenders?\b(?: \S+){0,6} (?:reject|denied|invalid|refuse|block|unknown|verif|not |doesn't|blacklist|must|unauth)|(?:invalid|unknown|bad|null|unroutable|unrouteable|illegal|empty|verify|unverified|unauthenticated|disallowed|outbound) (?:envelope |outbound |return )?senders?\b|sender(?:'s)? (?:address|domain|verify|email|ip|rejected|denied|is|not|callout)|of sender|mail ?from\b|sender was rejected|return.?path|envelope.from|from header|header.from|emetteur|expediteur|absender|remitente|remetente|mittente|отправител|email address is not verified|send ?as denied|purported responsible/,
  ],
  [
    'size',
    /too (?:large|big|long)|\bsize\b(?: \S+){0,4} (?:limit|exceed|larger)|exceed\w*(?: \S+){0,4} (?:size|length)\b|(?:length|line|size) (?:limit )?(?:exceeds|exceeded)/,
  ],
  [
    'rate',
    /too many|\brate\b|rate.?limit|throttl|(?:limit|maximum|max)\b(?: \S+){0,4} (?:exceeded|reached)|exceed\w*(?: \S+){0,5} (?:limit|maximum|max)\b|too fast|slow down|trop de|per.?hour|unusual(?:ly)? (?:volume|rate)|unexpected volume/,
  ],
  ['spam', /\bspam|unsolicited|\bbulk\b|\bube\b|\bjunk\b|virus|malware|phish|suspicious|unwanted|user complaints/],
  [
    'policy',
    /\b(?:spf|dkim|dmarc|arc|ptr|rdns|helo|ehlo|tls|starttls|rbl|dnsbl|dnswl|spamhaus|spamcop|sorbs|barracuda|proofpoint|cloudmark|senderscore|uribl|surbl|batv|srs)\b|sender policy framework|authenti[cf]|reverse dns|reverse lookup|hostname lookup|(?:black|block|deny|white).?list|\bblock(?:ed|ing)?\b|\bbanned\b|\breputation\b|polic(?:y|ies)|violation|prohibit|(?:not|un)[ -]?authori[sz]|not (?:permitted|allowed|welcome)|forbidden|permission|\brestrict|\brelay|open proxy|client host|\bhost rejected|dynamic ip|\b(?:sending|sender|your|this|client|host|source|from|bad) ip\b|\bips\b|\bip (?:\S+ ){0,4}(?:is|has|was|not|listed|block\w*|banned|reject\w*|mismatch\w*|lookup|name)\b|\byour (?:server|host|network|domain|mail server|provider|isp)|complaints|preferences|bounce.?deny|backscatter|callout|not accept\w*(?: \S+){0,3} from|refus\w+(?: \S+){0,3} from|\bsubscribed\b|mailing list|\bgroup\b|moderat|expected by the recipient|security|not a (?:registered )?gateway|name was rejected|initial connection|rcpthosts|administrative/,
  ],
  [
    'disabled',
    /(?:accounts?|mail ?box(?:es)?|users?|recipients?|address|e-?mail|domain|compte|boite|konto|postfach|cuenta|buzon|account|casella|conta)\b(?: \S+){0,9} (?:(?:\w+-)?disabled|suspended|suspendu|inactiv\w*|deactivated|locked|frozen|terminated|archiv\w*|closed|gesperrt|deaktiviert|bloque\w*|desactiv\w*|sospes\w*|disattiv\w*|discontinued|expired)|\b(?:disabled|inactive|suspended|deactivated|locked|frozen|closed|archived|terminated)(?: \S+){0,2} (?:recipients?|mail ?box|users?|accounts?|address)|no longer (?:active|accepts?)|not (?:currently )?(?:active|accepting)|suspend|заблокирован|отключен/,
  ],
  [
    'content',
    /(?:content|attachment|header)s?\b(?: \S+){0,3} (?:reject\w*|refused|not accepted|denied)|illegal attachment|duplicate header|header error|malformed (?:message|header|mime)|8-?bit/,
  ],
  [
    'temporary',
    /try (?:again )?later|try again in|try later|plus tard|spater|mas tarde|piu tardi|temporar|temporaire|gr[ae]y.?list|deferr|(?:host|name)[ -]?(?:name )?(?:look ?up|server|service) (?:failure|failed|timed)|not found try again|servfail|server failure|malformed or unexpected name server/,
  ],
  [
    'domain',
    /nxdomain|null ?mx|\bno (?:mx|relevant answers|such (?:host|domain))|(?:unknown|no such|bad) (?:host|domain|destination system)\b|(?:host|domain|site|server)\b(?: \S+){0,6} (?:unknown|not found|does not exist|doesn't exist|not known|is not reachable|not registered)|(?:could not|couldn't|cannot|can't) (?:be found|find)(?: \S+){0,3} (?:host|domain)|find any host|find a mail exchanger|does(?:n't| not) (?:receive|accept) (?:e-?)?mail\b|name or service not known|unroute?able(?! mail)|domain must exist|(?:domain|domaine|dominio|dominio)(?: \S+){0,3} (?:existe pas|no existe|non esiste|existiert nicht)/,
  ],
  [
    'moved',
    /\bmoved\b|no longer (?:on|at|with|employed|works?)|not our customer|has been replaced|left the (?:company|organi[sz]ation)|has left\b/,
  ],
  [
    'user',
    new RegExp(
      `\\b(?:no such|unknown|invalid|non-?exist\\w+|bad|illegal|undefined|unrecogni[sz]ed|incorrect)(?: or \\S+)?(?: (?!domain|host)\\S+){0,2} (?:${who})\\b` +
        `|\\b(?:${who})\\b(?: \\S+){0,8}? (?:is )?(?:${missing})(?![a-z])` +
        `|(?:^|[ '])(?:${whoAbroad})(?: \\S+){0,5}? (?:${missingAbroad})` +
        `|(?:^| )(?:inconnu|unbekannte[rsn]?|neznamy|desconocid[oa]|no existe|nessun|неизвест\\S+|нет такого)(?: \\S+){0,3} (?:${whoAbroad}|persona)`,
    ),
  ],
  [
    'user',
    /\bno valid recipients?\b(?! from)|\bno (?:mail ?box|mail box|account|user|one|address|recipient)\b(?! from)(?: \S+){0,4} (?:here|by that name|this name|found|at this|available|for this|at that)\b|not a (?:valid|known|local) |is not a known|does(?:n't| not) have an? (?:\S+ )?(?:account|mailbox)|not in (?:my|our|the) (?:\S+ ){0,2}(?:directory|list|validrcptto)|(?:address|name|e-?mail|recipient|mailbox)(?: \S+){0,3} (?:could not|couldn't|cannot|can't) be found|(?:recipient|recip|user) ?notfound|not an active (?:address|mail ?box|user)|do(?:es)? ?n[o']?t exist|<> (?:is |was )?(?:not found|unknown|invalid)|bad(?:rcpt|recipient)to|user ?unknown|unknown ?user|not listed in|ディレクトリのリストにありません|(?:ユーザー?|宛先|アドレス|メールボックス|ディレクトリ).{0,30}(?:存在しません|見つかりません|見つからない|不明)|不存在|존재하지 않/,
  ],
  [
    'network',
    /time[d -]*out|expired|connection (?:refused|reset|dropped|closed|lost)|lost connection|unreachable|network error|hop count|\bloop|no route|could not deliver for|too long|not accept our requests to connect|establish an smtp connection/,
  ],
  ['content', /(?:message|e-?mail|mail)\b(?: \S+){0,3} (?:reject\w*|rejete|refused|not accepted|denied)/],
]

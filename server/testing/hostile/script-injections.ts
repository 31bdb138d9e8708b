/** Function that each injected script calls with its own number. */
export const probe = 'xq'

/** Prefixes that leave an attribute, a script, a comment or a template. */
const breakouts = [
  '',
  '">',
  "'>",
  '"/>',
  '` ',
  '-->',
  ']]>',
  '*/',
  '}}',
  '\\"',
  '</script>',
  '</style>',
  '</textarea>',
  '</title>',
  '</noscript>',
  '</svg>',
  '</a>',
  '{% endraw %}',
]

/** Markup that calls the probe if a browser interprets it. */
const bodies = [
  '<script>xq(#)</script>',
  '<ScRiPt>xq(#)</sCrIpT>',
  '<img src=x onerror=xq(#)>',
  '<img/src/onerror=xq(#)>',
  '<svg onload=xq(#)>',
  '<svg><script>xq(#)</script></svg>',
  '<iframe srcdoc="<script>parent.xq(#)</script>"></iframe>',
  '<iframe src="javascript:parent.xq(#)"></iframe>',
  '<details open ontoggle=xq(#)>',
  '<video><source onerror=xq(#)></video>',
  '<audio src=x onerror=xq(#)>',
  '<input autofocus onfocus=xq(#)>',
  '<select autofocus onfocus=xq(#)>',
  '<body onload=xq(#)>',
  '<object data="javascript:xq(#)">',
  '<embed src="javascript:xq(#)">',
  '<a href="javascript:xq(#)">x</a>',
  '<a href="java&#9;script:xq(#)">x</a>',
  '<form action="javascript:xq(#)"><button>x</button></form>',
  '<button formaction="javascript:xq(#)">x</button>',
  '<math><a xlink:href="javascript:xq(#)">x</a></math>',
  '<style onload=xq(#)></style>',
  '<link rel=stylesheet href=x onerror=xq(#)>',
  '<meta http-equiv=refresh content="0;url=javascript:xq(#)">',
  '<svg><animate onbegin=xq(#) attributeName=x dur=1s>',
  '<p onclick=xq(#)>x</p>',
  '<template><img src=x onerror=xq(#)></template>',
  '<noscript><p title="</noscript><img src=x onerror=xq(#)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=xq(#)&gt;">',
  '<svg></p><style><a id="</style><img src=x onerror=xq(#)>">',
]

/** Injections without a tag: they leave attributes, scripts, URLs and evaluated templates. */
const others = [
  '" onmouseover=xq(#) x="',
  "' onmouseover=xq(#) x='",
  '" autofocus onfocus=xq(#) x="',
  '` onmouseover=xq(#) `',
  '" style="animation-name:x" onanimationstart="xq(#)',
  'javascript:xq(#)',
  'JaVaScRiPt:xq(#)',
  'javascript://%0axq(#)',
  'data:text/html,<script>xq(#)</script>',
  'data:text/html;base64,PHNjcmlwdD54cSgwKTwvc2NyaXB0Pg== #',
  'vbscript:xq(#)',
  "';xq(#);//",
  '";xq(#);//',
  "\\';xq(#);//",
  '\\";xq(#);//',
  '</script><script>xq(#)//',
  '<!--<script>xq(#)//',
  '*/xq(#)/*',
  '${xq(#)}',
  '`${xq(#)}`',
  '#{xq(#)}',
  '{{xq(#)}}',
  '{{constructor.constructor("xq(#)")()}}',
  '{{{xq(#)}}}',
  '<%= xq(#) %>',
  '[[${xq(#)}]]',
  '{% assign x = "xq(#)" %}{{ x }}',
  '{0, plural, other {xq(#)}}',
  '<0>xq(#)</0>',
  "$&xq(#)$'$`",
  '%3Cscript%3Exq(#)%3C/script%3E',
  'x:expression(xq(#))',
  'url("javascript:xq(#)")',
  '}*{background:url(javascript:xq(#))}',
  '[x](javascript:xq(#))',
  '![x](x"onerror="xq(#))',
  '<https://x.test/"onclick="xq(#)>',
  'https://x.test/"onmouseover="xq(#)',
  'x@x.test"onclick="xq(#)',
]

const hex = (character: string) => character.charCodeAt(0).toString(16)
const angles = /[<>"']/g

/** Encoded variants, which become markup again when decoded once too often. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(angles, (character) => `&#${character.charCodeAt(0)};`),
  (text) => text.replace(angles, (character) => `&#x${hex(character)};`),
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  (text) => text.replace(angles, (character) => `\\u00${hex(character)}`),
  (text) => text.replace(angles, (character) => `\\x${hex(character)}`),
  (text) => text.replace(angles, (character) => `%${hex(character)}`),
  (text) => text.replace(/[<>]/g, (character) => (character === '<' ? '＜' : '＞')),
]

/** Returns about 4,600 different script injections, each of which calls `probe` with its index. */
export function scriptInjections(): string[] {
  const tags = breakouts.flatMap((breakout) => bodies.map((body) => breakout + body))
  return spellings
    .flatMap((spell) => [...tags, ...others].map(spell))
    .filter((text, at, all) => all.indexOf(text) === at)
    .map((text, at) => text.replaceAll('(#)', `(${at})`).replaceAll(' #', ` ${at}`))
}

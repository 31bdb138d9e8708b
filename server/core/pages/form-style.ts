import { readFileSync } from 'node:fs'

const tokens = readFileSync(new URL('../../../client/storefront/tokens.css', import.meta.url), 'utf8')

const drawn = (path: string, style: string) =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' ${style}%3E%3Cpath d='${path}'/%3E%3C/svg%3E")`
const star = 'M12 2.9l2.8 5.8 6.3.9-4.6 4.4 1.1 6.3L12 17.3l-5.6 3 1.1-6.3-4.6-4.4 6.3-.9z'

/**
 * Styles of all shoppers' pages, inlined: one request, no layout shift. They also cover the widgets' forms: the form of a QR
 * code looks like that of an email. The shop's brand replaces the custom properties.
 */
export const formStyle = `${tokens}
:root{--act:var(--green);--act-deep:var(--green-deep);--act-soft:var(--green-soft);--act-ink:var(--green);--act-soft-ink:var(--green-deep);--act-text:#fff}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font-family:var(--font);font-size:17px;line-height:var(--leading);font-variant-numeric:lining-nums tabular-nums;overflow-wrap:break-word}
main{max-width:38rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
.shop{display:block;width:fit-content;max-width:100%;margin:0 auto 2rem;text-align:center;font-size:1.15rem;font-weight:700;line-height:1.3;color:var(--ink);text-decoration:none}
.shop img{display:block;inline-size:min(100%,15rem);block-size:56px;object-fit:contain}
.lead{text-align:center;text-wrap:balance}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.01em;text-wrap:balance}
h2{font-size:1.15rem;line-height:1.35;margin:0}
p{margin:0 0 1rem}.soft{color:var(--ink-soft)}
.card{background:var(--card);border-radius:var(--radius-large);padding:1.75rem;margin:1.5rem 0}
.product{display:flex;gap:1rem;align-items:center;margin-bottom:1.5rem}
.product img{flex:none;inline-size:76px;block-size:76px;object-fit:cover;border-radius:var(--radius);background:var(--paper-deep)}
.product p{margin:0;font-size:.9rem}
.reviewed .product{margin:0}.reviewed .done{margin-top:.35rem}
fieldset{border:0;margin:0 0 1.25rem;padding:0;min-inline-size:0}
legend,label.name,.candor-field>label{display:block;padding:0;margin:0 0 .35rem;font-weight:600;font-size:.95rem}
.field{margin-bottom:1.25rem}.card>.field:last-child{margin:0}
.hint,.candor-hint{color:var(--ink-soft);font-size:.875rem;font-weight:400;margin:0 0 .4rem}
.reward{margin:0 0 .5rem;font-size:.9rem;font-weight:600;color:var(--act-ink)}
.candor-optional{font-weight:400;color:var(--ink-soft)}
input:is([type=text],[type=email]),textarea,select{unicode-bidi:plaintext;inline-size:100%;min-block-size:3rem;font:inherit;color:inherit;background:var(--field,var(--paper));border:1px solid var(--line-strong,#a39a8a);border-radius:var(--radius);padding:.65rem .85rem}
textarea{display:block;min-block-size:8rem;resize:vertical}
::placeholder{color:var(--ink-soft);opacity:1}
input:is([type=text],[type=email]):hover,textarea:hover{border-color:var(--ink)}
:focus-visible{outline:3px solid var(--act-ink);outline-offset:2px}
input[type=file]{display:block;inline-size:100%;font:inherit;font-size:.95rem;color:var(--ink-soft)}
input[type=file][hidden]{display:none}
input[type=file]::file-selector-button{display:block;inline-size:100%;font:inherit;font-weight:600;color:var(--act-soft-ink);background:var(--act-soft);border:1.5px dashed var(--act-ink);border-radius:var(--radius);padding:.9rem 1rem;margin:0 0 .4rem;cursor:pointer}
.candor-files{position:relative}.candor-pick{display:none}
@media (scripting:enabled){.candor-pick{display:block;text-align:center;font-weight:600;color:var(--act-soft-ink);background:var(--act-soft);border:1.5px dashed var(--act-ink);border-radius:var(--radius);padding:.8rem 1rem}.candor-files [type=file]{position:absolute;inset:0 0 auto;block-size:3.25rem;opacity:0;cursor:pointer}:focus-visible+.candor-pick{outline:3px solid var(--act-ink);outline-offset:2px}}
.candor-photos{display:flex;flex-wrap:wrap;gap:.75rem;list-style:none;margin:1rem 0 0;padding:0}
.candor-photos li{position:relative}
.candor-photos :is(img,video){display:block;inline-size:5.25rem;block-size:5.25rem;object-fit:cover;border-radius:var(--radius);background:var(--paper-deep)}
.candor-photos button{position:absolute;inset-block-start:-.5rem;inset-inline-end:-.5rem;inline-size:1.75rem;block-size:1.75rem;min-block-size:0;padding:0;border-radius:50%;line-height:1;background:var(--ink);color:var(--card)}
.candor-photos button::after{content:"";position:absolute;inset:-.5rem}
.stars,.candor-choose{display:flex;gap:.1rem;margin-inline-start:-.3rem}
:is(.stars,.candor-choose) label{position:relative;display:block;padding:.3rem;cursor:pointer;border-radius:var(--radius)}
.stars svg{display:block;inline-size:2.5rem;block-size:2.5rem;fill:none;stroke:var(--amber-text);stroke-width:1.4;transition:fill var(--quick)}
.stars input{position:absolute;inset:0;inline-size:100%;block-size:100%;margin:0;opacity:0;cursor:pointer}
.stars label:has(input:checked) svg,.stars label:has(~ label input:checked) svg{fill:var(--amber);stroke:var(--amber)}
.stars:hover label svg{fill:none;stroke:var(--amber-text)}
.stars:hover label:hover svg,.stars:hover label:has(~ label:hover) svg{fill:var(--amber);stroke:var(--amber)}
:is(.stars,.candor-choose) label:focus-within{outline:3px solid var(--act-ink);outline-offset:1px}
@supports not selector(:has(a)){.stars input{position:static;opacity:1;inline-size:auto;block-size:auto;display:block;margin:auto}}
.candor-one{display:block;inline-size:2.5rem;block-size:2.5rem;background:var(--amber-text);-webkit-mask:${drawn(star, "fill='none' stroke='%23000' stroke-width='1.4' stroke-linejoin='round'")} center/contain;mask:${drawn(star, "fill='none' stroke='%23000' stroke-width='1.4' stroke-linejoin='round'")} center/contain;forced-color-adjust:none}
.candor-choose:not(:hover) label:is(:has(:checked),:has(~ label :checked)) .candor-one,.candor-choose label:is(:hover,:has(~ label:hover)) .candor-one{background:var(--amber);-webkit-mask-image:${drawn(star, "stroke='%23000' stroke-width='1.4' stroke-linejoin='round'")};mask-image:${drawn(star, "stroke='%23000' stroke-width='1.4' stroke-linejoin='round'")}}
.rated{display:flex;gap:.1rem}.rated svg{inline-size:1.2rem;block-size:1.2rem;fill:var(--amber)}.rated .off svg{fill:var(--line)}
button,.button,.candor-act{display:inline-block;min-block-size:3rem;font:inherit;font-weight:600;line-height:1.4;text-align:center;color:var(--act-text);background:var(--act);border:0;border-radius:var(--radius);padding:.8rem 1.9rem;cursor:pointer;text-decoration:none;transition:background var(--quick)}
:is(button,.button,.candor-act):hover{background:var(--act-deep)}
button:disabled{color:var(--card);background:var(--ink-soft);cursor:default}
.plain,.candor-link{color:var(--ink-soft);background:none;padding:.8rem .5rem;font-weight:400;text-decoration:underline;text-underline-offset:.15em}:is(.plain,.candor-link):hover{background:none;color:var(--ink)}
.candor-policy .candor-link{padding:0}
.send,.candor-send{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;margin:1.5rem 0 0}
.back{margin:0;text-align:center}
.candor-upload{display:grid;gap:.5rem;justify-items:start;margin-top:1rem;scroll-margin:1.25rem}.candor-upload progress{inline-size:100%;accent-color:var(--act)}
.candor-unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.problem,.candor-problem{color:var(--red);font-size:.9rem;margin:.35rem 0 0}
.banner,.candor-fix{background:var(--red-soft);color:var(--red);border-radius:var(--radius);padding:.85rem 1rem;margin:1.25rem 0}
.done{background:var(--act-soft);border-radius:var(--radius);padding:.6rem .9rem;margin:0;color:var(--act-soft-ink)}
.choices{margin-top:2rem}.choices p{display:grid;gap:.5rem;justify-items:center;margin:0 0 1.5rem}.choices p:last-child{margin:0}.choices button{inline-size:100%;max-width:22rem}
.quiet,.candor-quiet{color:var(--act-soft-ink);background:var(--act-soft)}:is(.quiet,.candor-quiet):hover{color:var(--act-text);background:var(--act)}
.notice{text-align:center;padding:3rem 1.75rem}.notice .mark{inline-size:64px;block-size:64px;margin:0 auto 1.25rem;display:block}.notice .mark circle{fill:var(--act-soft)}.notice .mark path{stroke:var(--act-soft-ink)}
.notice>p{max-width:30rem;margin-inline:auto;text-wrap:pretty}.notice>h2{margin-top:2rem}.notice>:is(.button,form,textarea){margin-top:1rem}.notice>:last-child{margin-bottom:0}
.candor-form-title,.candor-send a[href^="#"]{display:none}
.candor-field{margin-bottom:1.25rem}.candor-field>.candor-hint{margin:.4rem 0 0}.candor-pair{display:grid;gap:0 1rem}
.candor-discount{line-height:1.5}.candor-discount+*{margin-top:1.75rem!important}
.candor-code{display:flex;flex-wrap:wrap;gap:.75rem;justify-content:center;align-items:center;margin:.75rem 0 0}
[aria-invalid=true]{border-color:var(--red)!important}
@media (min-width:40rem){.candor-pair{grid-template-columns:1fr 1fr}}
@media (max-width:32rem){main{padding-top:1.5rem}.card{padding:1.25rem;border-radius:var(--radius)}.notice{padding-block:2.25rem}h1{font-size:1.6rem}.stars svg,.candor-one{inline-size:2.3rem;block-size:2.3rem}.send button,.candor-send .candor-act,.notice>.button,.candor-discount .button{inline-size:100%}.send,.candor-send{justify-content:center}}`

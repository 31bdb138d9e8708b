import { readFileSync } from 'node:fs'

const tokens = readFileSync(new URL('../../../client/storefront/tokens.css', import.meta.url), 'utf8')

/** Inlined: one request, no layout shift. */
export const formStyle = `${tokens}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font-family:var(--font);font-size:17px;line-height:var(--leading);font-variant-numeric:tabular-nums}
main{max-width:38rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
.shop{display:block;margin:0 0 2rem;text-align:center;font-weight:700;letter-spacing:.01em;color:var(--ink);text-decoration:none}
.shop img{height:44px;max-width:240px;object-fit:contain}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.01em}
h2{font-size:1.15rem;line-height:1.35;margin:0}
p{margin:0 0 1rem}.soft{color:var(--ink-soft)}
.card{background:var(--card);border-radius:var(--radius-large);padding:1.5rem;margin:1.5rem 0}
.product{display:flex;gap:1rem;align-items:center;margin-bottom:1.25rem}
.product img{inline-size:76px;block-size:76px;object-fit:cover;border-radius:var(--radius);background:var(--paper-deep)}
.product p{margin:0;font-size:.9rem}
.reviewed .product{margin:0}.reviewed .done{margin-top:.35rem}
fieldset{border:0;margin:0 0 1.1rem;padding:0;min-inline-size:0}
legend,label.name{display:block;padding:0;margin:0 0 .35rem;font-weight:600;font-size:.95rem}
.field{margin-bottom:1.1rem}
.hint{color:var(--ink-soft);font-size:.875rem;font-weight:400;margin:0 0 .35rem}
input[type=text],textarea{inline-size:100%;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:var(--radius);padding:.7rem .85rem}
textarea{min-block-size:8rem;resize:vertical}
input[type=text]:hover,textarea:hover{border-color:var(--ink-soft)}
:focus-visible{outline:3px solid var(--green);outline-offset:2px}
input[type=file]{inline-size:100%;font:inherit;font-size:.95rem;color:var(--ink-soft)}
input[type=file]::file-selector-button{font:inherit;font-weight:600;color:var(--green);background:var(--green-soft);border:0;border-radius:var(--radius);padding:.6rem 1rem;margin-inline-end:.9rem;cursor:pointer}
.candor-photos{display:flex;flex-wrap:wrap;gap:.75rem;list-style:none;margin:.75rem 0 0;padding:0}
.candor-photos li{position:relative}
.candor-photos :is(img,video){display:block;inline-size:5.25rem;block-size:5.25rem;object-fit:cover;border-radius:var(--radius);background:var(--paper-deep)}
.candor-photos button{position:absolute;inset-block-start:-.5rem;inset-inline-end:-.5rem;inline-size:1.75rem;block-size:1.75rem;padding:0;border-radius:50%;line-height:1;background:var(--ink);color:var(--card)}
.candor-photos button::after{content:"";position:absolute;inset:-.5rem}
.stars{display:flex;gap:.1rem;margin-inline-start:-.3rem}
.stars label{position:relative;display:block;padding:.3rem;cursor:pointer;border-radius:var(--radius)}
.stars svg{display:block;inline-size:2.5rem;block-size:2.5rem;fill:none;stroke:var(--amber-text);stroke-width:1.4;transition:fill var(--quick)}
.stars input{position:absolute;inset:0;inline-size:100%;block-size:100%;margin:0;opacity:0;cursor:pointer}
.stars label:has(input:checked) svg,.stars label:has(~ label input:checked) svg{fill:var(--amber);stroke:var(--amber)}
.stars:hover label svg{fill:none;stroke:var(--amber-text)}
.stars:hover label:hover svg,.stars:hover label:has(~ label:hover) svg{fill:var(--amber);stroke:var(--amber)}
.stars label:focus-within{outline:3px solid var(--green);outline-offset:1px}
@supports not selector(:has(a)){.stars input{position:static;opacity:1;inline-size:auto;block-size:auto;display:block;margin:auto}}
.rated{display:flex;gap:.1rem}.rated svg{inline-size:1.2rem;block-size:1.2rem;fill:var(--amber)}.rated .off svg{fill:var(--line)}
button,.button{display:inline-block;font:inherit;font-weight:600;color:#fff;background:var(--green);border:0;border-radius:var(--radius);padding:.85rem 1.9rem;cursor:pointer;text-decoration:none;transition:background var(--quick)}
button:hover,.button:hover{background:var(--green-deep)}
button:disabled{background:var(--ink-soft);cursor:default}
.plain{color:var(--ink-soft);background:none;padding:.85rem .5rem;font-weight:400;text-decoration:underline}.plain:hover{background:none;color:var(--ink)}
.send{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;margin-top:1.5rem}
.candor-upload{display:grid;gap:.5rem;justify-items:start;margin-top:1rem;scroll-margin:1.25rem}.candor-upload progress{inline-size:100%;accent-color:var(--green)}
.candor-unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.problem{color:var(--red);font-size:.9rem;margin:.35rem 0 0}
.banner{background:var(--red-soft);color:var(--red);border-radius:var(--radius);padding:.85rem 1rem;margin:1.25rem 0}
.done{background:var(--green-soft);border-radius:var(--radius);padding:.6rem .9rem;margin:0;color:var(--green-deep)}
.choices p{display:grid;gap:.5rem;justify-items:center;margin:0 0 1.5rem}.choices button{inline-size:100%;max-width:22rem}
.quiet{color:var(--green);background:var(--green-soft)}.quiet:hover{background:var(--green-soft);color:var(--green-deep)}
.notice{text-align:center;padding:3rem 1.5rem}.notice .mark{inline-size:64px;block-size:64px;margin:0 auto 1.25rem;display:block}
[aria-invalid=true]{border-color:var(--red)!important}
@media (max-width:32rem){main{padding-top:1.5rem}.card{padding:1.15rem;border-radius:var(--radius)}h1{font-size:1.6rem}.stars svg{inline-size:2.3rem;block-size:2.3rem}.send button{inline-size:100%}}`

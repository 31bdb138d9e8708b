import type { ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import { policyNote } from '../box/policy.ts'
import { html, type Html } from '../html.ts'
import { STARS, type Say } from '../shown.ts'

export type FormField = 'rate' | 'content' | 'name' | 'email' | 'images'

/** What the field for files takes and says; the server knows the shop's plan. */
export interface FileField {
  accept: string
  label: string
  hint: string
  /** For client/storefront/photos.ts, by the names of its data attributes. */
  data: Readonly<Record<string, string | number>>
}

/** The field, and a place where the script puts a frame of a chosen video. Names and ids as the form has them; `more`: its marks. */
export function fileInputs(
  { accept, data }: FileField,
  { id, name, poster, more }: { id: string; name: string; poster: string; more?: Html | undefined },
): Html {
  return html`<div class="candor-files"><input id="${id}" name="${name}" type="file" accept="${accept}" multiple${Object.entries(data).map(([key, value]) => html` data-${key}="${value}"`)}${more}>${'videos' in data && html`<input type="file" name="${poster}" hidden>`}</div>`
}

export interface FormView {
  /** Where it is posted. */
  action: string
  say: Say
  requiredName: boolean
  requiredEmail: boolean
  /** What shoppers agree to; empty without one. */
  policy: string
  /** Null where the form takes none. */
  files: FileField | null
  /** Begins the ids of the fields where a page has two forms, and names the widget whose form it is. */
  own?: { prefix: string; widget: string }
  /** The heading, where it is not the usual one. */
  title?: string
  maxChars: number
  /** What the shopper typed, when the form comes back. */
  typed?: Partial<Record<FormField, string>>
  /** A sentence about the whole form. */
  banner?: string
  /** Sentences in the shopper's language, by field. */
  problems?: Partial<Record<FormField, string>>
}

/** The parts of a form that the settings of the review box don't say. */
export type FormParts = Omit<FormView, 'say' | keyof FormNeeds>
type FormNeeds = Pick<FormView, 'requiredName' | 'requiredEmail' | 'policy'>

/** Returns what the settings of the review box say of every form. A signed-in shopper need not type their address. */
export const formNeeds = (
  { requiredName, requiredEmail, hasPolicy, policy }: ReviewBoxSettings,
  isSignedIn: boolean,
): FormNeeds => ({ requiredName, requiredEmail: requiredEmail && !isSignedIn, policy: hasPolicy ? policy : '' })

/** What stands in the form's place for a reader who may not write. */
export interface ClosedForm {
  sentence: string
  /** Where a reader signs in at the store, and what the link says; absent for a reader who is signed in. */
  signIn?: { url: string; label: string } | undefined
}

export function closedNote({ sentence, signIn }: ClosedForm): Html {
  return html`<div class="candor-closed" role="note" tabindex="-1"><p>${sentence}</p>${signIn && html`<a class="candor-act" href="${signIn.url}">${signIn.label}</a>`}</div>`
}

/** The form as a section that opens when the address points at it, or over the page where `isPopup`. */
export function writeSection(
  view: FormView,
  { open = false, isPopup = false }: { open?: boolean | undefined; isPopup?: boolean },
): Html {
  if (isPopup)
    return html`
    <div class="candor-pop${open && ' candor-pop-open'}" id="candor-write"${!open && html` popover`} tabindex="-1" role="dialog" aria-label="${view.say('widget.write')}">
      <button type="button" class="candor-close" popovertarget="candor-write" popovertargetaction="hide" aria-label="${view.say('widget.close')}"></button>${writeForm(view)}
    </div>`
  return html`
    <div class="candor-write" id="candor-write" tabindex="-1" role="group" aria-label="${view.say('widget.write')}"${open && html` data-candor-open`}>
      ${writeForm(view)}
    </div>`
}

/** Inline: a field for machines must not show where the widgets' style is missing. */
const hiddenStyle =
  'position:absolute;inline-size:1px;block-size:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap'

/** Works without a script as a plain multipart POST; the live module only sends it without leaving the page. */
export function writeForm(view: FormView): Html {
  const { say, banner, problems = {}, typed = {} } = view
  return html`
    <form class="candor-form" method="post" action="${view.action}" enctype="multipart/form-data">
      <h3 class="candor-form-title">${view.title ?? say('widget.write')}</h3>
      ${(banner ?? Object.keys(problems).length > 0) && html`<p class="candor-fix" role="alert">${banner ?? say('widget.form.fix')}</p>`}
      <fieldset class="candor-rate"${problems.rate && html` aria-describedby="${idOf('rate', view)}-problem"`}>
        <legend>${say('widget.form.rate')}</legend>
        ${rateChoice(say, typed.rate)}
        ${problem('rate', view)}
      </fieldset>
      ${field('content', view, html`<textarea id="${idOf('content', view)}" name="content" dir="auto" rows="5" maxlength="${view.maxChars}" placeholder="${say('widget.form.contentHint')}"${marks('content', view)}>${typed.content ?? ''}</textarea>`)}
      <div class="candor-pair">
        ${field('name', view, html`<input id="${idOf('name', view)}" name="name" type="text" dir="auto" autocomplete="name" maxlength="100" value="${typed.name ?? ''}"${view.requiredName && html` required`}${marks('name', view)}>`)}
        ${field('email', view, html`<input id="${idOf('email', view)}" name="email" type="email" autocomplete="email" maxlength="254" value="${typed.email ?? ''}"${view.requiredEmail && html` required`}${marks('email', view)}>`)}
      </div>
      ${view.files && field('images', view, fileInputs(view.files, { id: idOf('images', view), name: 'images', poster: 'poster', more: marks('images', view) }))}
      <input type="hidden" name="key">${view.own && html`<input type="hidden" name="widget" value="${view.own.widget}">`}
      <p style="${hiddenStyle}" aria-hidden="true"><label>${say('widget.form.decoy')} <input name="website" tabindex="-1" autocomplete="off"></label></p>
      ${policyNote(view.policy)}
      <p class="candor-fix candor-lost" role="alert" hidden>${say('widget.form.lost')}</p>
      <p class="candor-send"><button class="candor-act" type="submit">${say('widget.form.send')}</button>${!view.own && html` <a class="candor-link" href="#candor-reviews">${say('widget.form.cancel')}</a>`}</p>
    </form>`
}

/** Five stars as radio buttons. */
export function rateChoice(say: Say, chosen: string | undefined): Html {
  return html`
    <div class="candor-choose">${[...STARS].reverse().map(
      (rate) => html`
      <label><input type="radio" class="candor-unseen" name="rate" value="${rate}" required${chosen === String(rate) && html` checked`}><span class="candor-one" aria-hidden="true"></span><span class="candor-unseen">${say('widget.stars', { stars: rate })}</span></label>`,
    )}
    </div>`
}

/** What stands in the form's place once the review is in. */
export function thanks({
  say,
  published,
  more,
}: {
  say: Say
  published: boolean
  /** What a review is thanked with. */ more?: Html | undefined
}): Html {
  return html`
    <div class="candor-thanks" role="status" tabindex="-1">
      <p><strong>${say('widget.form.thanks')}</strong></p>
      <p>${say(published ? 'widget.form.published' : 'widget.form.pending')}</p>${more}
    </div>`
}

const labels = { content: 'widget.form.content', name: 'widget.form.name', email: 'widget.form.email' } as const

const idOf = (name: FormField, { own }: FormView): string => `${own?.prefix ?? 'candor'}-${name}`

const hinted: ReadonlySet<FormField> = new Set(['email', 'images'])

function field(name: Exclude<FormField, 'rate'>, view: FormView, control: Html): Html {
  const { say } = view
  const optional = { content: true, name: !view.requiredName, email: !view.requiredEmail, images: true }[name]
  return html`
    <div class="candor-field candor-field-${name}">
      <label for="${idOf(name, view)}">${name === 'images' ? view.files?.label : say(labels[name])}${optional && html` <span class="candor-optional">${say('widget.form.optional')}</span>`}</label>
      ${control}
      ${hinted.has(name) && html`<p class="candor-hint" id="${idOf(name, view)}-hint">${name === 'images' ? view.files?.hint : say('widget.form.emailHint')}</p>`}
      ${problem(name, view)}
    </div>`
}

function problem(name: FormField, view: FormView): Html | undefined {
  const sentence = view.problems?.[name]
  return sentence ? html`<p class="candor-problem" id="${idOf(name, view)}-problem">${sentence}</p>` : undefined
}

/** Ties a control to its hint and its problem. */
function marks(name: Exclude<FormField, 'rate'>, view: FormView): Html | undefined {
  const { problems = {} } = view
  const ids = [hinted.has(name) && `${idOf(name, view)}-hint`, problems[name] && `${idOf(name, view)}-problem`]
    .filter(Boolean)
    .join(' ')
  if (!ids) return undefined
  return html` aria-describedby="${ids}"${problems[name] && html` aria-invalid="true"`}`
}

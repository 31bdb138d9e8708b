import type { ReviewBoxSettings } from '../../../../rules/settings/review-box.ts'
import { widgetId } from '../ids.ts'
import { policyNote } from '../box/policy.ts'
import { html, type Html } from '../html.ts'
import { STARS, type Say } from '../shown.ts'

type FormField = 'rate' | 'content' | 'name' | 'email' | 'images'

/** Limits and texts of the file field, by the shop's plan. */
export interface FileField {
  accept: string
  label: string
  hint: string
  /** Words on the control. */
  add: string
  /** Data attributes for client/storefront/photos.ts. */
  data: Readonly<Record<string, string | number>>
}

/** Renders the file field and a hidden field for the poster of a video. `more`: further attributes. */
export function fileInputs(
  { accept, add, data }: FileField,
  { id, name, poster, more }: { id: string; name: string; poster: string; more?: Html | undefined },
): Html {
  return html`<div class="candor-files"><input id="${id}" name="${name}" type="file" accept="${accept}" multiple${Object.entries(data).map(([key, value]) => html` data-${key}="${value}"`)}${more}><span class="candor-pick" aria-hidden="true">+ ${add}</span>${'videos' in data && html`<input type="file" name="${poster}" hidden>`}</div>`
}

export interface FormView {
  /** URL of the POST. */
  action: string
  say: Say
  requiredName: boolean
  requiredEmail: boolean
  /** Policy that shoppers agree to; empty without one. */
  policy: string
  /** Null if the form takes no files. */
  files: FileField | null
  /** Key of the product for ids (rules/widget-ids.ts). */
  key?: string
  /** The separate form: the name of its widget, which is also in the ids of its fields. */
  own?: { name: string; widget: string }
  /** Replaces the default heading. */
  title?: string
  maxChars: number
  /** Typed values of a rejected form. */
  typed?: Partial<Record<FormField, string>>
  /** A sentence about the whole form. */
  banner?: string
  /** Errors in the shopper's language, by field. */
  problems?: Partial<Record<FormField, string>>
}

/** Parts of a form that are not settings of the review box. */
export type FormParts = Omit<FormView, 'say' | keyof FormNeeds>
type FormNeeds = Pick<FormView, 'requiredName' | 'requiredEmail' | 'policy'>

/** Returns the parts of every form that are settings of the review box. A signed-in shopper needs no email field. */
export const formNeeds = (
  { requiredName, requiredEmail, hasPolicy, policy }: ReviewBoxSettings,
  isSignedIn: boolean,
): FormNeeds => ({ requiredName, requiredEmail: requiredEmail && !isSignedIn, policy: hasPolicy ? policy : '' })

/** Content for a reader who may not write a review. */
export interface ClosedForm {
  sentence: string
  /** Link to the store's login; undefined for a reader who is signed in. */
  signIn?: { url: string; label: string } | undefined
}

export function closedNote({ sentence, signIn }: ClosedForm): Html {
  return html`<div class="candor-closed" role="note" tabindex="-1"><p>${sentence}</p>${signIn && html`<a class="candor-act" href="${signIn.url}">${signIn.label}</a>`}</div>`
}

/**
 * Attributes of a closed dialog: a popover for pages without a script. Focus goes to the dialog, which has the name. The
 * inline style hides it in browsers that skip our styles.
 */
export const closedPopup = html` popover tabindex="-1" autofocus style="display:none"`

/** Renders the form as a section that opens when the URL's hash points at it, or as a popup. */
export function writeSection(
  view: FormView,
  { open = false, isPopup = false }: { open?: boolean | undefined; isPopup?: boolean },
): Html {
  if (isPopup)
    return html`
    <dialog class="candor-pop${open && ' candor-pop-open'}" id="${widgetId('write', view.key)}"${open ? html` open` : closedPopup} aria-label="${view.say('widget.write')}">
      <button type="button" class="candor-close" popovertarget="${widgetId('write', view.key)}" popovertargetaction="hide" aria-label="${view.say('widget.close')}"></button>${writeForm(view)}
    </dialog>`
  return html`
    <div class="candor-write" id="${widgetId('write', view.key)}" tabindex="-1" role="group" aria-label="${view.say('widget.write')}"${open && html` data-candor-open`}>
      ${writeForm(view)}
    </div>`
}

/** Inline, because the honeypot field must stay hidden without the widget's styles. */
const hiddenStyle =
  'position:absolute;inline-size:1px;block-size:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap'

/** Renders the form. Works without a script as a multipart POST; the live module only sends it in place. */
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
      ${field('content', view, html`<textarea id="${idOf('content', view)}" name="content" rows="5" maxlength="${view.maxChars}" placeholder="${say('widget.form.contentHint')}"${marks('content', view)}>${typed.content ?? ''}</textarea>`)}
      <div class="candor-pair">
        ${field('name', view, html`<input id="${idOf('name', view)}" name="name" type="text" autocomplete="name" maxlength="100" value="${typed.name ?? ''}"${view.requiredName && html` required`}${marks('name', view)}>`)}
        ${field('email', view, html`<input id="${idOf('email', view)}" name="email" type="email" autocomplete="email" maxlength="254" value="${typed.email ?? ''}"${view.requiredEmail && html` required`}${marks('email', view)}>`)}
      </div>
      ${view.files && field('images', view, fileInputs(view.files, { id: idOf('images', view), name: 'images', poster: 'poster', more: marks('images', view) }))}
      <input type="hidden" name="key">${view.own && html`<input type="hidden" name="widget" value="${view.own.widget}">`}
      <p style="${hiddenStyle}" aria-hidden="true"><label>${say('widget.form.decoy')} <input name="website" tabindex="-1" autocomplete="off"></label></p>
      ${policyNote(view.policy)}
      <p class="candor-fix candor-lost" role="alert" hidden>${say('widget.form.lost')}</p>
      <p class="candor-send"><button class="candor-act" type="submit">${say('widget.form.send')}</button>${!view.own && html` <a class="candor-link" href="#${widgetId('reviews', view.key)}">${say('widget.form.cancel')}</a>`}</p>
    </form>`
}

/** Renders five stars as radio buttons. */
export function rateChoice(say: Say, chosen: string | undefined): Html {
  return html`
    <div class="candor-choose">${[...STARS].reverse().map(
      (rate) => html`
      <label><input type="radio" class="candor-unseen" name="rate" value="${rate}" required${chosen === String(rate) && html` checked`}><span class="candor-one" aria-hidden="true"></span><span class="candor-unseen">${say('widget.stars', { stars: rate })}</span></label>`,
    )}
    </div>`
}

/** Replaces the form after the review was sent. */
export function thanks({
  say,
  lead,
  more,
}: {
  say: Say
  /** What became of the review. */ lead: string
  /** Reward for the review. */ more?: Html | undefined
}): Html {
  return html`
    <div class="candor-thanks" role="status" tabindex="-1">
      <p><strong>${say('widget.form.thanks')}</strong></p>
      <p>${lead}</p>${more}
    </div>`
}

const labels = { content: 'widget.form.content', name: 'widget.form.name', email: 'widget.form.email' } as const

const idOf = (name: FormField, { own, key }: FormView): string => widgetId(own ? `${own.name}-${name}` : name, key)

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

/** Returns the attributes that tie a control to its hint and error. */
function marks(name: Exclude<FormField, 'rate'>, view: FormView): Html | undefined {
  const { problems = {} } = view
  const ids = [hinted.has(name) && `${idOf(name, view)}-hint`, problems[name] && `${idOf(name, view)}-problem`]
    .filter(Boolean)
    .join(' ')
  if (!ids) return undefined
  return html` aria-describedby="${ids}"${problems[name] && html` aria-invalid="true"`}`
}

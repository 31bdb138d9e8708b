import type { SubmitFormSettings } from '../../../../rules/settings/submit-form.ts'
import { widgetId } from '../ids.ts'
import { customStyle } from '../custom-css.ts'
import { closedNote, closedPopup, formNeeds, writeForm, type FormView } from './form.ts'
import { html, type Html } from '../html.ts'
import { themeClass, themeStyle } from '../theme-style.ts'
import type { PageView } from '../shown.ts'

const widget = 'submitForm'

/** Distinguishes the separate form from that of the review box, which may be on the same page. */
export const ownForm = ({ title }: Pick<SubmitFormSettings, 'title'>): Pick<FormView, 'own' | 'title'> => ({
  own: { name: 'submit', widget },
  ...(title && { title }),
})

/** Renders a button and its form. The form opens without JavaScript, as a popover or `<details>`. */
export function submitForm({ settings, ...view }: PageView & { settings: SubmitFormSettings }): Html {
  const { form, design, say, closed } = view
  if (!settings.enabled || !form || (view.place === 'product' && !settings.showOnProductPage)) return html``
  const look = {
    ...design,
    colours: {
      ...design.colours,
      button: settings.buttonColor || design.colours.button,
      buttonText: settings.buttonTextColor || design.colours.buttonText,
    },
  }
  const label = settings.buttonText || say('widget.write')
  const written = () => writeForm({ ...form, say, ...formNeeds(design, view.signedIn === true), ...ownForm(settings) })
  return html`
    <section class="candor-box candor-submit ${themeClass(design)}" lang="${view.locale}" dir="${view.direction}" style="${themeStyle(look)}" data-candor="${view.source}" data-candor-widget="${widget}" aria-label="${settings.title || say('widget.write')}">
      ${customStyle(widget, settings.customCss)}
      ${closed ? closedNote(closed) : opener({ type: settings.type, label, open: view.formOpen === true, close: say('widget.close'), id: widgetId('submit', form.key) }, written())}
    </section>`
}

interface Opener {
  type: SubmitFormSettings['type']
  label: string
  open: boolean
  close: string
  id: string
}

function opener({ type, label, open, close, id }: Opener, form: Html): Html {
  if (type === 'collapsible')
    return html`<details class="candor-fold-out"${open && html` open`}><summary class="candor-act">${label}</summary>${form}</details>`
  // The preview can't open it, so show it open.
  return html`
    <button type="button" class="candor-act" popovertarget="${id}">${label}</button>
    <dialog class="candor-pop${open && ' candor-pop-open'}" id="${id}"${open ? html` open` : closedPopup} aria-label="${label}">
      <button type="button" class="candor-close" popovertarget="${id}" popovertargetaction="hide" aria-label="${close}"></button>${form}
    </dialog>`
}

import { previewPage } from '../../../../storefront/widgets/preview-page.ts'
import { WIDGET_KEYS } from '../../../../storefront/widgets/widgets.ts'
import { previewMarkup, previewStyle, type PreviewView } from '../../../ui/preview/previewMarkup.ts'
import { widgetTable } from '../widgetTable.tsx'

/** Returns the widgets of a settings page as HTML for the preview's frame, with the shipped templates and styles. */
export function previewDocument(view: PreviewView): string {
  const { widget, locale, direction } = view
  const keys = WIDGET_KEYS.filter((key) => widgetTable[key].path === widgetTable[widget].path)
  const page = previewPage(
    { locale, direction },
    { markup: keys.map((key) => previewMarkup({ ...view, widget: key })), style: previewStyle(keys, view) },
  )
  // A frame without scripts may not take the focus, which the browser's console would call an error.
  return page.replace(/(<dialog [^>]*) autofocus/g, '$1')
}

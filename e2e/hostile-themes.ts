import type { Page } from 'playwright-core'

/** Stylesheets of themes that affect too much. Widgets must look the same with and without them. */
export const hostileThemes: Readonly<Record<string, string>> = {
  'resets every element': `
    body *{all:unset}
    body *{box-sizing:content-box}`,
  'marks rules of elements as important': `
    button{padding:0!important;margin:30px!important;border:9px solid red!important;background:red!important;width:100%!important;min-height:90px!important;float:right!important}
    img{width:100%!important;height:auto!important;max-width:50%!important;border-radius:0!important;margin:20px!important;border:4px solid red!important;display:inline!important}
    h1,h2,h3{margin:60px 0!important;font-size:70px!important;text-transform:uppercase!important;text-align:center!important}
    ul,li{list-style:disc!important;margin-left:40px!important;padding-left:40px!important}
    p,a,span,div{letter-spacing:4px!important}
    p{margin:40px!important}
    a{border-bottom:5px solid red!important;background:yellow!important}
    section,article,aside,header{float:left!important;padding:33px!important;border:3px solid red!important}`,
  'has huge type everywhere': `
    html{font-size:40px}
    body{font-size:40px}
    body *{font-size:38px!important;line-height:3!important;text-transform:uppercase!important;text-indent:3em!important}`,
}

/**
 * Returns styles of a widget's elements that a theme must not change. `inParts` omits lengths that don't follow the
 * root's font size.
 */
export function signatureOf(page: Page, widget: string, { inParts = false } = {}): Promise<string[]> {
  return page
    .locator(`[data-candor-widget=${widget}]`)
    .first()
    .evaluate((root, inParts) => {
      const unit = parseFloat(getComputedStyle(root).fontSize)
      const fixed = ['display', 'float', 'textTransform', 'listStyleType', 'position', 'backgroundColor'] as const
      const lengths = [
        'marginTop',
        'marginLeft',
        'paddingTop',
        'paddingLeft',
        'borderTopWidth',
        'fontSize',
        'letterSpacing',
        'textIndent',
      ] as const
      const type = new Set(['fontSize', 'letterSpacing'])
      return [root, ...root.querySelectorAll('*')]
        .filter(
          (element) =>
            !element.matches(
              'style, svg *, option, title, input.candor-unseen, [hidden], [hidden] *, dialog:not([open]), dialog:not([open]) *',
            ),
        )
        .map((element) => {
          const style = getComputedStyle(element)
          const rounded = (name: (typeof lengths)[number]) =>
            Math.round(((parseFloat(style[name]) || 0) / (type.has(name) ? unit : 1)) * 20) / 20
          return [
            `${element.tagName}.${element.classList[0] ?? ''}`,
            ...fixed.map((name) => style[name]),
            ...lengths.filter((name) => type.has(name) || !inParts).map(rounded),
          ].join(' ')
        })
    }, inParts)
}

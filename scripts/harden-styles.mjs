/** Layers of a widget's styles. The first layer's important declarations win: the merchant's styles, then ours. */
export const layers = '@layer candor-own,candor-first,candor;'

/**
 * A PostCSS plugin for widget styles: makes every declaration important inside a layer. Layered important declarations
 * win over a theme's unlayered ones, whatever their selectors. Declarations that were already important win over all
 * others. Where a rule reads a setting, `--candor-text`, a theme's `--candor-theme-text` comes first (decision 0074).
 */
export const hardenStyles = () => ({
  postcssPlugin: 'harden-styles',
  Once(root, { AtRule }) {
    if (!/client[\\/]storefront[\\/]styles[\\/]/.test(root.source?.input.file ?? '')) return
    // Browsers ignore important declarations in keyframes.
    const keyframes = root.nodes.filter((node) => node.type === 'atrule' && node.name === 'keyframes')
    for (const node of keyframes) node.remove()
    const first = root.clone()
    keep(first, (declaration) => declaration.important)
    keep(root, (declaration) => !declaration.important)
    root.walkDecls((declaration) => {
      declaration.important = !declaration.prop.startsWith('--') && !isFrame(declaration)
      declaration.value = preferTheme(declaration.value)
    })
    const wrapped = [
      ['candor-first', first],
      ['candor', root.clone()],
    ]
      .filter(([, { nodes }]) => nodes.length > 0)
      .map(([params, { nodes }]) => new AtRule({ name: 'layer', params, nodes }))
    root.removeAll()
    root.append(layers, ...keyframes, ...wrapped)
  },
})
hardenStyles.postcss = true

/** Settings that a theme may replace. */
const themed =
  /var\(--candor-((?:star|star-off|text|soft|back|line|act|act-text|sure|quote|float|float-text|round|surface)\b(?!-)[^()]*)\)/g
const preferTheme = (value) =>
  value.replace(themed, (whole, rest) => `var(--candor-theme-${/^[\w-]+/.exec(rest)?.[0]},${whole})`)

/** Returns whether a declaration belongs to keyframes inside another rule. */
const isFrame = ({ parent }) => parent?.parent?.type === 'atrule' && parent.parent.name === 'keyframes'

/** Removes the declarations that are not kept, and rules left empty. */
function keep(root, isKept) {
  root.walkDecls((declaration) => {
    if (!isKept(declaration)) declaration.remove()
  })
  const isEmpty = (node) => node.type === 'comment' || (node.nodes && node.nodes.length === 0)
  const prune = (container) => {
    for (const node of [...container.nodes]) {
      if (node.nodes) prune(node)
      if (isEmpty(node)) node.remove()
    }
  }
  prune(root)
}

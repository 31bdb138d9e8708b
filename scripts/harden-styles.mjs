/** The layers of a widget's styles. Of important declarations, those of the first layer win: a merchant's own styles, then ours. */
export const layers = '@layer candor-own,candor-first,candor;'

/**
 * A PostCSS plugin for the styles of widgets: makes every declaration important, inside a layer. Important declarations of a layer win
 * over those of a theme, which stand in none, whatever their selectors. What was important before stays before all else.
 */
export const hardenStyles = () => ({
  postcssPlugin: 'harden-styles',
  Once(root, { AtRule }) {
    if (!/client[\\/]storefront[\\/]styles[\\/]/.test(root.source?.input.file ?? '')) return
    // Important declarations of keyframes are ignored.
    const keyframes = root.nodes.filter((node) => node.type === 'atrule' && node.name === 'keyframes')
    for (const node of keyframes) node.remove()
    const first = root.clone()
    keep(first, (declaration) => declaration.important)
    keep(root, (declaration) => !declaration.important)
    root.walkDecls((declaration) => {
      declaration.important = !declaration.prop.startsWith('--') && !isFrame(declaration)
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

/** Whether a declaration belongs to keyframes inside another rule. */
const isFrame = ({ parent }) => parent?.parent?.type === 'atrule' && parent.parent.name === 'keyframes'

/** Leaves only some declarations, and the rules that still have any. */
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

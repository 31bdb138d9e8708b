/** Positions of floating widgets as custom properties, which floating.css reads. Sides are physical: left is left. */

type Edge = 'left' | 'right'
type Corner = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight'

const insets: Readonly<Record<Edge | Corner, string>> = {
  left: '50% auto auto 0',
  right: '50% 0 auto auto',
  topLeft: '20px auto auto 20px',
  topRight: '20px 20px auto auto',
  bottomLeft: 'auto auto 20px 20px',
  bottomRight: 'auto 20px 20px auto',
}
const corners: Readonly<Partial<Record<Edge | Corner, string>>> = { left: '0 14px 14px 0', right: '14px 0 0 14px' }
const phoneInsets = { top: '12px 12px auto', bottom: 'auto 12px 12px' } as const

/** Returns the positions of the popup on wide screens and on phones. */
export const popupPosition = (desktop: Corner, phone: keyof typeof phoneInsets): string =>
  `--candor-at:${insets[desktop]};--candor-at-m:${phoneInsets[phone]}`

/** Returns the positions of the sidebar's button and the side of its panel. */
export function sidebarPosition(desktop: Edge | Corner, phone: Edge | Corner): string {
  const panel = desktop.toLowerCase().endsWith('left') ? '0 auto 0 0' : '0 0 0 auto'
  return `--candor-at:${insets[desktop]};--candor-at-m:${insets[phone]};--candor-tab:${corners[desktop] ?? '99px'};--candor-tab-m:${corners[phone] ?? '99px'};--candor-panel:${panel}`
}

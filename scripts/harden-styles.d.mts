import type { Plugin } from 'postcss'

/** The order of a widget's style layers. */
export declare const layers: string
/** The PostCSS plugin that lets a widget's styles win over a theme's. */
export declare const hardenStyles: () => Plugin

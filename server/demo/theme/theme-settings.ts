/** `config/settings_data.json` of the demo store's theme, in the platform's format. `blocks` are the app's embeds. */
export const demoThemeSettings = (blocks: object): string => `/*
 * ------------------------------------------------------------
 * IMPORTANT: The contents of this file are auto-generated.
 *
 * This file may be updated by the Shopify admin theme editor
 * or related systems. Please exercise caution as any changes
 * made to this file may be overwritten.
 * ------------------------------------------------------------
 */
${JSON.stringify(
  {
    current: {
      type_header_font: 'lora_n6',
      type_body_font: 'lora_n4',
      buttons_radius: 4,
      color_schemes: {
        'scheme-1': {
          settings: {
            background: '#fbf7f0',
            background_gradient: '',
            text: '#2a2118',
            button: '#8a3b2a',
            button_label: '#ffffff',
            secondary_button_label: '#2a2118',
            shadow: '#2a2118',
          },
        },
        'scheme-2': {
          settings: {
            background: '#efe4d3',
            background_gradient: '',
            text: '#2a2118',
            button: '#2a2118',
            button_label: '#fbf7f0',
            secondary_button_label: '#2a2118',
            shadow: '#2a2118',
          },
        },
      },
      sections: {},
      blocks,
    },
    presets: {},
  },
  null,
  2,
)}
`

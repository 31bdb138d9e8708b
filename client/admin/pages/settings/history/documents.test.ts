import { setupI18n } from '@lingui/core'
import { SETTINGS, SETTING_KEYS } from '../../../../../rules/settings/settings.ts'
import { leavesOf } from '../../../ui/settings/leaves.ts'
import { documents } from './documents.ts'
import { fieldLabel } from './fieldLabel.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

test.each(SETTING_KEYS)('names the document %s and each of its fields as on its page', (key) => {
  expect(Object.keys(documents)).toContain(key)
  const unnamed = Object.keys(leavesOf(SETTINGS[key].defaults)).filter((path) => {
    // The server's own fields are in no history.
    if (SETTINGS[key].kept.includes(path)) return false
    const label = fieldLabel(i18n, key, path)
    return label === path || label.endsWith(` · ${path.slice(path.indexOf('.') + 1)}`)
  })
  expect(unnamed).toEqual([])
})

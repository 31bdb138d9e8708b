import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Button, Card, Layout, type PageProps } from '@shopify/polaris'
import { createContext, use, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Feature } from '../../../../rules/plans.ts'
import { useSaveBar } from '../../shell/SaveBar.tsx'
import { formatSentence } from '../../shell/words/sentences.ts'
import { useToast } from '../../shell/toasts.tsx'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { QuickStartBack } from '../QuickStartBack.tsx'
import { useFocusFirstError } from '../useFocusFirstError.ts'
import { LockedSection } from './Gated.tsx'
import { SettingsFold } from './SettingsFold.tsx'
import type { SettingsForm } from './useSettingsForm.ts'

/** How the page's sections fold at first; null: they don't. */
const Folding = createContext<'open' | 'closed' | null>(null)

type AnyForm = Omit<SettingsForm<object>, 'values' | 'stored' | 'set'>

interface Props extends Pick<PageProps, 'subtitle' | 'backAction'> {
  title: string
  /** Documents on the page; one Save saves all. None: each section saves its own. */
  forms?: readonly AnyForm[]
  /** Replaces "Saved successfully." */
  savedMessage?: string
  /** Full width without the layout's columns: sections fold, open at first. */
  wide?: boolean
  /** Sections fold, for a page of more than two screens. */
  folding?: boolean
  /** Notes above the sections. */
  notes?: ReactNode
  children: ReactNode
}

/**
 * A settings page: save bar, leave prompt, reset to defaults, and changes made elsewhere. Children are sections of
 * fields.
 */
export function SettingsPage({
  title,
  forms = [],
  savedMessage,
  wide = false,
  folding = false,
  notes,
  children,
  ...page
}: Props) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const focusFirstError = useFocusFirstError()
  const all = (act: (form: AnyForm) => void) => () => forms.forEach(act)
  const save = async () => {
    for (const form of forms.filter(({ dirty }) => dirty)) {
      if (!(await form.save())) {
        focusFirstError()
        return
      }
    }
    toast(savedMessage ?? formatSentence(i18n, 'saved'))
    // Another document on the page may depend on the saved one.
    if (forms.length > 1) void revalidate()
  }
  useSaveBar({
    dirty: forms.some(({ dirty }) => dirty),
    saving: forms.some(({ saving }) => saving),
    save: () => void save(),
    discard: all((form) => form.discard()),
  })
  return (
    <AdminPage title={title} fullWidth={wide} {...page}>
      <BlockStack gap="400">
        <QuickStartBack />
        {forms.some(({ isStale }) => isStale) && (
          <div data-refused tabIndex={-1}>
            <Banner tone="warning" title={t`These settings changed elsewhere`}>
              <Trans>Your unsaved changes are still here. Check them, then save again.</Trans>
            </Banner>
          </div>
        )}
        {notes}
        <Folding value={folding ? 'closed' : wide ? 'open' : null}>
          {folding ? <div className="c-folds">{children}</div> : wide ? children : <Layout>{children}</Layout>}
        </Folding>
        {forms.length > 0 && <Reset forms={forms} />}
      </BlockStack>
    </AdminPage>
  )
}

function Reset({ forms }: { forms: readonly AnyForm[] }) {
  const { t } = useLingui()
  if (useReadOnly()) return null
  return (
    <div className="c-reset">
      <Button
        variant="tertiary"
        disabled={forms.every(({ isDefault }) => isDefault)}
        onClick={() => forms.forEach((form) => form.reset())}
      >{t`Reset to defaults`}</Button>
    </div>
  )
}

interface SectionProps {
  title: string
  /** Opens the section for links with this hash, if the page folds. */
  id?: string
  /** Open at first, if the page folds. */
  open?: boolean
  description?: ReactNode
  /** A feature that all fields of the section need and the plan lacks. A banner names the plan once. */
  lock?: Feature | null
  children: ReactNode
}

/** A group of settings: its purpose at the side and its fields on a card, or a fold. */
export function SettingsSection({ title, id, open, description, lock = null, children }: SectionProps) {
  const folding = use(Folding)
  const fields = (
    <LockedSection feature={lock}>
      <BlockStack gap="400">{children}</BlockStack>
    </LockedSection>
  )
  if (folding)
    return (
      <SettingsFold title={title} description={description} {...(id && { id })} open={open ?? folding === 'open'}>
        {fields}
      </SettingsFold>
    )
  return (
    <Layout.AnnotatedSection title={title} description={description}>
      <Card>{fields}</Card>
    </Layout.AnnotatedSection>
  )
}

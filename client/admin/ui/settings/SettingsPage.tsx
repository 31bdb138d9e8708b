import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Card, Layout, Text, type PageProps } from '@shopify/polaris'
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
import type { SettingsForm } from './useSettingsForm.ts'

type AnyForm = Omit<SettingsForm<object>, 'values' | 'stored' | 'set'>

interface Props extends Pick<PageProps, 'subtitle' | 'backAction'> {
  title: string
  /** Documents on the page; one Save saves all. */
  forms: readonly AnyForm[]
  /** Replaces "Saved successfully." */
  savedMessage?: string
  /** Full width without the layout's columns: a section's title stands on its card. */
  wide?: boolean
  /** Notes above the sections. */
  notes?: ReactNode
  children: ReactNode
}

const IsWide = createContext(false)

/**
 * A settings page: save bar, leave prompt, reset to defaults, and changes made elsewhere. Children are sections of
 * fields.
 */
export function SettingsPage({ title, forms, savedMessage, wide = false, notes, children, ...page }: Props) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const readOnly = useReadOnly()
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
  const reset = {
    content: t`Reset to defaults`,
    disabled: forms.every(({ isDefault }) => isDefault),
    onAction: all((form) => form.reset()),
  }
  return (
    <AdminPage title={title} fullWidth={wide} {...page} {...(readOnly ? {} : { secondaryActions: [reset] })}>
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
        <IsWide value={wide}>{wide ? children : <Layout>{children}</Layout>}</IsWide>
      </BlockStack>
    </AdminPage>
  )
}

interface SectionProps {
  title: string
  description?: ReactNode
  /** A feature that all fields of the section need and the plan lacks. A banner names the plan once. */
  lock?: Feature | null
  children: ReactNode
}

/** A group of settings on a card. Its title and purpose stand at the side, on a wide page above the fields. */
export function SettingsSection({ title, description, lock = null, children }: SectionProps) {
  const isWide = use(IsWide)
  const card = (
    <Card>
      <LockedSection feature={lock}>
        <BlockStack gap="400">
          {isWide && (
            <BlockStack gap="100">
              <Text as="h2" variant="headingMd">
                {title}
              </Text>
              {description && (
                <Text as="p" tone="subdued">
                  {description}
                </Text>
              )}
            </BlockStack>
          )}
          {children}
        </BlockStack>
      </LockedSection>
    </Card>
  )
  if (isWide) return card
  return (
    <Layout.AnnotatedSection title={title} description={description}>
      {card}
    </Layout.AnnotatedSection>
  )
}

import './templates.css'
import { useLingui } from '@lingui/react/macro'
import { Button, InlineStack, Text } from '@shopify/polaris'
import { ChevronDownIcon, ChevronUpIcon } from '@shopify/polaris-icons'
import { Suspense, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { maxReplyTemplates } from '../../../../../rules/limits.ts'
import type { ReplyTemplate } from '../../../../../rules/settings/reply-templates.ts'
import type {
  templatesLoaderQuery,
  templatesLoaderQuery$data,
} from '../../../../__generated__/templatesLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingsPage, SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { useConditionWords } from './fitWords.ts'
import { TemplateDialog } from './TemplateDialog.tsx'
import { templatesQuery } from './templatesLoader.ts'
import { useTemplatesForm } from './templatesForm.ts'

/** The shop's reply templates: created, ordered, changed and previewed here. */
export function Component() {
  const query = useRouteQuery<templatesLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

export type PreviewedReview = NonNullable<
  templatesLoaderQuery$data['viewer']['shop']
>['reviews']['edges'][number]['node']

function Loaded({ query }: { query: PreloadedQuery<templatesLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<templatesLoaderQuery>(templatesQuery, query)
  return shop && <Templates shop={shop} />
}

const emptyTemplate = {
  name: '',
  content: '',
  minRate: 1,
  maxRate: 5,
  words: [],
  productIds: [],
  language: '',
} satisfies Omit<ReplyTemplate, 'id'>

function Templates({ shop }: { shop: NonNullable<templatesLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const mode = useMode()
  const readOnly = useReadOnly()
  const form = useTemplatesForm(shop.replyTemplates)
  const [edited, setEdited] = useState<ReplyTemplate | null>(null)
  const { templates } = form.values
  const set = (next: ReplyTemplate[]) => form.set('templates', next)
  const keep = (given: ReplyTemplate) => set(withTemplate(templates, given))
  const move = (at: number, by: number) => set(withMove(templates, at, by))
  return (
    <SettingsPage
      title={t`Reply templates`}
      forms={[form]}
      backAction={{ content: t`Manage reviews`, url: hrefIn(mode, '/reviews/list') }}
    >
      <SettingsSection
        title={t`Templates`}
        description={t`The template that fits a review best comes first when you reply. You check each reply before it’s published.`}
      >
        {templates.length === 0 && (
          <Text as="p" tone="subdued">{t`No templates of your own yet. Ready-made ones are always offered.`}</Text>
        )}
        <ol className="c-reply-templates">
          {templates.map((template, at) => (
            <TemplateRow
              key={template.id}
              template={template}
              error={form.errorOf(`templates.${at}.content`) ?? form.errorOf(`templates.${at}.name`)}
              edit={readOnly ? null : () => setEdited(template)}
              up={readOnly || at === 0 ? null : () => move(at, -1)}
              down={readOnly || at === templates.length - 1 ? null : () => move(at, 1)}
              remove={readOnly ? null : () => set(templates.filter(({ id }) => id !== template.id))}
            />
          ))}
        </ol>
        {!readOnly && (
          <InlineStack>
            <Button
              disabled={templates.length >= maxReplyTemplates}
              onClick={() => setEdited({ ...emptyTemplate, id: crypto.randomUUID() })}
            >{t`Add template`}</Button>
          </InlineStack>
        )}
      </SettingsSection>
      {edited && (
        <TemplateDialog
          key={edited.id}
          template={edited}
          isNew={!templates.some(({ id }) => id === edited.id)}
          reviews={shop.reviews.edges.map(({ node }) => node)}
          keep={keep}
          onClose={() => setEdited(null)}
        />
      )}
    </SettingsPage>
  )
}

/** Returns the templates with the given one in the place of its former version, or at the end. */
const withTemplate = (templates: readonly ReplyTemplate[], given: ReplyTemplate): ReplyTemplate[] =>
  templates.some(({ id }) => id === given.id)
    ? templates.map((each) => (each.id === given.id ? given : each))
    : [...templates, given]

function withMove(templates: readonly ReplyTemplate[], at: number, by: number): ReplyTemplate[] {
  const next = templates.filter((_each, index) => index !== at)
  next.splice(at + by, 0, ...templates.slice(at, at + 1))
  return next
}

interface RowProps {
  template: ReplyTemplate
  error: string | undefined
  edit: (() => void) | null
  up: (() => void) | null
  down: (() => void) | null
  remove: (() => void) | null
}

function TemplateRow({ template, error, edit, up, down, remove }: RowProps) {
  const { t } = useLingui()
  const conditions = useConditionWords()
  const { name, content } = template
  return (
    <li>
      <div>
        <strong data-user-content dir="auto">
          {name}
        </strong>
        <span className="c-reply-conditions">{conditions(template)}</span>
        <p data-user-content dir="auto">
          {content}
        </p>
        {error && <p className="c-reply-template-error">{error}</p>}
      </div>
      {edit && (
        <InlineStack gap="100" wrap={false}>
          <Button
            variant="tertiary"
            icon={ChevronUpIcon}
            accessibilityLabel={t`Move ${name} up`}
            disabled={!up}
            onClick={() => up?.()}
          />
          <Button
            variant="tertiary"
            icon={ChevronDownIcon}
            accessibilityLabel={t`Move ${name} down`}
            disabled={!down}
            onClick={() => down?.()}
          />
          <Button variant="tertiary" accessibilityLabel={t`Edit ${name}`} onClick={edit}>
            {t`Edit`}
          </Button>
          <Button variant="tertiary" tone="critical" accessibilityLabel={t`Delete ${name}`} onClick={() => remove?.()}>
            {t`Delete`}
          </Button>
        </InlineStack>
      )}
    </li>
  )
}

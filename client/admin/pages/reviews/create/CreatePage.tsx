import '../review/review-page.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card, ChoiceList, Layout, PageActions, Text, TextField } from '@shopify/polaris'
import { Suspense, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { Navigate } from 'react-router'
import { startOfDay } from '../../../../../rules/dates.ts'
import { maxEmailChars, maxNameChars, maxReviewContentChars, maxReviewTitleChars } from '../../../../../rules/limits.ts'
import type { createLoaderQuery } from '../../../../__generated__/createLoaderQuery.graphql.ts'
import { NotFound } from '../../../shell/errors.tsx'
import { hrefIn, useGo, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { useLeaveGuard } from '../../../shell/SaveBar.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import type { FieldErrors } from '../../../shell/relay/useCommit.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { AboutProduct, type About } from './AboutProduct.tsx'
import { createQuery } from './createLoader.ts'
import { isTooLong, LongField } from '../review/LongField.tsx'
import { NewPhotos } from './NewPhotos.tsx'
import { StarChoice } from './StarChoice.tsx'
import { useCreateReview } from './useCreateReview.ts'

/** Form for a review that the merchant writes, "created by admin" (spec 1, 2). */
export function Component() {
  const query = useRouteQuery<createLoaderQuery>()
  const readOnly = useReadOnly()
  if (readOnly) return <NotFound />
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Create query={query} />
    </Suspense>
  )
}

const empty = { rate: 0, title: '', content: '', firstName: '', lastName: '', email: '', day: '', published: true }
type Draft = typeof empty
const nowhere: About = { place: 'product', product: null }

function Create({ query }: { query: PreloadedQuery<createLoaderQuery> }) {
  const { t, i18n } = useLingui()
  const go = useGo()
  const mode = useMode()
  const {
    viewer: { shop },
  } = usePreloadedQuery<createLoaderQuery>(createQuery, query)
  const [draft, setDraft] = useState<Draft>(empty)
  const [about, setAbout] = useState<About>(nowhere)
  const [files, setFiles] = useState<readonly File[]>([])
  const [errors, setErrors] = useState<FieldErrors>({})
  const [createdId, setCreatedId] = useState<string | null>(null)
  const { create, creating } = useCreateReview()
  const dirty = JSON.stringify([draft, about]) !== JSON.stringify([empty, nowhere]) || files.length > 0
  useLeaveGuard(dirty && createdId === null)
  const set =
    <Key extends keyof Draft>(key: Key) =>
    (value: Draft[Key]) => {
      setDraft((present) => ({ ...present, [key]: value }))
      setErrors(({ [key === 'day' ? 'createdAt' : key]: _gone, ...others }) => others)
    }
  const field = (key: 'title' | 'content' | 'firstName' | 'lastName' | 'email') => ({
    value: draft[key],
    onChange: set(key),
    autoComplete: 'off',
    ...(errors[key] ? { error: errors[key] } : {}),
  })
  const submit = async () => {
    const missing = {
      ...(draft.rate === 0 ? { rate: formatSentence(i18n, 'rateRequired') } : {}),
      ...(about.place === 'product' && !about.product ? { productId: formatSentence(i18n, 'requiredField') } : {}),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0 || isTooLong(draft.content, maxReviewContentChars)) return
    const { day, ...fields } = draft
    const createdAt = day === '' ? {} : { createdAt: startOfDay(day, shop?.ianaTimezone ?? 'UTC').toISOString() }
    const outcome = await create(
      { ...fields, ...createdAt, productId: about.place === 'product' ? (about.product?.id ?? null) : null },
      files,
    )
    setErrors(outcome.fields)
    if (outcome.id) setCreatedId(outcome.id)
  }
  if (createdId) return <Navigate to={hrefIn(mode, `/reviews/reply/${encodeURIComponent(createdId)}`)} replace />
  return (
    <AdminPage title={t`Add a review`} backAction={{ content: t`Manage reviews`, url: '/reviews/list' }}>
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <Card>
              <AboutProduct
                about={about}
                shopName={shop?.name ?? ''}
                error={errors['productId']}
                choose={(next) => {
                  setAbout(next)
                  setErrors(({ productId: _gone, ...others }) => others)
                }}
              />
            </Card>
            <Card>
              <BlockStack gap="400">
                <StarChoice rate={draft.rate} choose={set('rate')} error={errors['rate']} />
                <TextField label={t`Title`} maxLength={maxReviewTitleChars} {...field('title')} />
                <LongField
                  label={t`Text`}
                  lines={6}
                  maxHeight={480}
                  max={maxReviewContentChars}
                  {...field('content')}
                />
                <NewPhotos files={files} change={setFiles} />
              </BlockStack>
            </Card>
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <Card>
              <BlockStack gap="400">
                <Text as="h2" variant="headingMd">{t`Reviewer`}</Text>
                <TextField label={t`First name`} maxLength={maxNameChars} {...field('firstName')} />
                <TextField label={t`Last name`} maxLength={maxNameChars} {...field('lastName')} />
                <TextField
                  label={t`Email`}
                  type="email"
                  maxLength={maxEmailChars}
                  helpText={t`Not shown in your store. We don’t send emails to it.`}
                  {...field('email')}
                />
              </BlockStack>
            </Card>
            <Card>
              <BlockStack gap="400">
                <Text as="h2" variant="headingMd">{t`Date and status`}</Text>
                <TextField
                  label={t`Date`}
                  type="date"
                  value={draft.day}
                  onChange={set('day')}
                  autoComplete="off"
                  helpText={t`Defaults to today`}
                  {...(errors['createdAt'] ? { error: errors['createdAt'] } : {})}
                />
                <ChoiceList
                  title={t`Status`}
                  choices={[
                    { value: 'published', label: t`Published`, helpText: t`Visible in your store immediately.` },
                    { value: 'pending', label: t`Pending`, helpText: t`Hidden until you publish it.` },
                  ]}
                  selected={[draft.published ? 'published' : 'pending']}
                  onChange={([chosen]) => set('published')(chosen === 'published')}
                />
              </BlockStack>
            </Card>
            <Card>
              <BlockStack gap="200">
                <Text as="h2" variant="headingMd">{t`Created by admin`}</Text>
                <p className="c-quiet">
                  <Trans>
                    Reviews you add are labeled “Created by admin” and can’t get a verified badge. Only add what a
                    customer told you.
                  </Trans>
                </p>
              </BlockStack>
            </Card>
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="fullWidth">
          <PageActions
            primaryAction={{ content: t`Add review`, loading: creating, onAction: () => void submit() }}
            secondaryActions={[{ content: t`Cancel`, disabled: creating, onAction: () => go('/reviews/list') }]}
          />
        </Layout.Section>
      </Layout>
    </AdminPage>
  )
}

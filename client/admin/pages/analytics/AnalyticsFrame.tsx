import './analytics.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Button, Popover, Box } from '@shopify/polaris'
import { CalendarIcon } from '@shopify/polaris-icons'
import { Suspense, useState, type ReactNode } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { analyticsLoaderQuery } from '../../../__generated__/analyticsLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { formatSentence } from '../../shell/words/sentences.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { DateFilter, usePresetWords } from '../../ui/lists/DateFilter.tsx'
import { readPeriod } from '../../ui/lists/periods.ts'
import { analyticsQuery, dateParam, readRange } from './analyticsLoader.ts'
import type { Page } from './figures.ts'

export interface Shown {
  page: Page
  currency: string
}

interface Props {
  title: string
  children: (shown: Shown) => ReactNode
}

/** The frame of the analytics pages: links between them, the range, and the page's cards. */
export function AnalyticsFrame(props: Props) {
  const query = useRouteQuery<analyticsLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="dashboard" />}>
      <Loaded {...props} query={query} />
    </Suspense>
  )
}

function Loaded({ title, children, query }: Props & { query: PreloadedQuery<analyticsLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<analyticsLoaderQuery>(analyticsQuery, query)
  if (!shop) return null
  const { page } = shop.analytics
  return (
    <AdminPage title={title} fullWidth>
      <BlockStack gap="400">
        <div className="c-analytics-bar">
          <Links />
          <RangePicker page={page} />
        </div>
        <RangeFault />
        {children({ page, currency: shop.currency })}
      </BlockStack>
    </AdminPage>
  )
}

/** Says why the days of the URL can't be shown, and what is shown instead. */
export function RangeFault() {
  const { i18n } = useLingui()
  const [params] = useSearchParams()
  const { fault } = readRange(params)
  if (!fault) return null
  const reason = formatSentence(i18n, fault)
  return (
    <Banner tone="warning">
      {fault === 'rangeTooLong' ? (
        <Trans>A range can have three years at most. You see the last 7 days.</Trans>
      ) : (
        <Trans>{reason}. You see the last 7 days.</Trans>
      )}
    </Banner>
  )
}

function Links() {
  const { t } = useLingui()
  const mode = useMode()
  const { pathname, search } = useLocation()
  const links = [
    ['/analytics', t`Overall`],
    ['/analytics/rating', t`Rating`],
    ['/analytics/email', t`Email`],
    ['/analytics/survey', t`Survey`],
  ] as const
  return (
    <nav aria-label={t`Analytics`} className="c-analytics-links">
      {links.map(([path, label]) => (
        <Link
          key={path}
          to={{ pathname: hrefIn(mode, path), search }}
          aria-current={pathname === hrefIn(mode, path) ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Chooses the range of the URL. */
export function RangePicker({ page }: { page: Page }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [params, setParams] = useSearchParams()
  const { values } = readRange(params)
  // Two days are chosen one after the other; the page follows when both are there.
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const presets = usePresetWords()
  const format = useFormat()
  const day = (text: string) => format.date(new Date(text), { dateStyle: 'medium', timeZone: 'UTC' })
  const preset = values.length === 0 ? 'allTime' : (readPeriod(values)?.preset ?? 'custom')
  const choose = (chosen: readonly string[]) => {
    const isIncomplete = chosen[0] === 'custom'
    const isBackwards = chosen.length === 2 && (chosen[0] ?? '') > (chosen[1] ?? '')
    // Custom starts with the days on the page.
    setDraft(
      chosen.length === 1 && isIncomplete
        ? ['custom', page.from, page.to]
        : isIncomplete || isBackwards
          ? chosen
          : null,
    )
    if (isIncomplete || isBackwards) return
    setParams({ [dateParam]: chosen.length === 0 ? 'allTime' : chosen.join(',') }, { preventScrollReset: true })
    if (chosen.length < 2) setOpen(false)
  }
  const days = page.from === page.to ? day(page.from) : `${day(page.from)} – ${day(page.to)}`
  const compared = page.previousFrom ? [page.previousFrom, Date.parse(page.at[0] ?? page.previousFrom) - 1] : []
  // A single day is named once.
  const before = [...new Set(compared.map((at) => format.date(at)))].join(' – ')
  return (
    <div className="c-analytics-range">
      {before && (
        <p>
          {preset === 'today' ? (
            <Trans>Compared with {before}, up to the same hour</Trans>
          ) : (
            <Trans>Compared with {before}</Trans>
          )}
        </p>
      )}
      <Popover
        active={open}
        onClose={() => setOpen(false)}
        preferredAlignment="right"
        activator={
          <Button icon={CalendarIcon} disclosure onClick={() => setOpen(!open)}>
            {preset === 'custom' ? days : `${presets[preset]}: ${days}`}
          </Button>
        }
      >
        <Box padding="400">
          <DateFilter label={t`Date range`} values={draft ?? values} onChange={choose} />
        </Box>
      </Popover>
    </div>
  )
}

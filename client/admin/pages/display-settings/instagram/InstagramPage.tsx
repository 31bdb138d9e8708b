import './instagram.css'
import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { maxInstagramHeadingChars } from '../../../../../rules/limits.ts'
import type {
  instagramLoaderQuery,
  instagramLoaderQuery$data,
} from '../../../../__generated__/instagramLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox, SettingSelect, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsFold } from '../../../ui/settings/SettingsFold.tsx'
import { CustomCss, DesignPage } from '../DesignPage.tsx'
import { WidgetPreview } from '../preview/WidgetPreview.tsx'
import { ConnectionCard } from './ConnectionCard.tsx'
import { examplePosts } from './examplePosts.ts'
import { useInstagramForm } from './instagramForm.ts'
import { instagramQuery } from './instagramLoader.ts'
import { PostTags } from './PostTags.tsx'

/** Settings of the Instagram feed: connection, design and tagged products (spec 1, 2). */
export function Component() {
  const query = useRouteQuery<instagramLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<instagramLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<instagramLoaderQuery>(instagramQuery, query)
  return shop && <Instagram shop={shop} />
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ value: String(from + index), label: String(from + index) }))

function Instagram({ shop }: { shop: NonNullable<instagramLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useInstagramForm(shop.instagramWidget)
  const { posts } = form.values
  return (
    <DesignPage
      title={t`Instagram feed`}
      subtitle={t`Your newest Instagram posts on your home page.`}
      shop={shop}
      form={form}
      widget="instagramWidget"
      preview={(parts) => (
        <WidgetPreview
          widget="instagramWidget"
          settings={posts.length > 0 ? form.values : { ...form.values, posts: examplePosts }}
          {...parts}
          note={posts.length > 0 ? t`Shows your newest posts.` : t`Shows sample posts until you connect Instagram.`}
        />
      )}
    >
      <ConnectionCard form={form} hasLogin={shop.hasInstagramLogin} />
      <SettingsFold open title={t`Display`}>
        <SettingCheckbox form={form} name="enabled" label={t`Show the Instagram feed`} />
        <SettingText
          form={form}
          name="heading"
          label={t`Heading`}
          maxLength={maxInstagramHeadingChars}
          helpText={t`Leave empty for “Follow us on Instagram” in your store’s language.`}
        />
        <SettingSelect
          form={form}
          name="columns"
          label={t`Columns`}
          options={numbers(2, 6)}
          helpText={t`Phones show up to three.`}
        />
        <SettingSelect form={form} name="rows" label={t`Rows`} options={numbers(1, 4)} />
        <SettingCheckbox form={form} name="showCaption" label={t`Show captions`} />
        <SettingCheckbox form={form} name="linkToPost" label={t`Link posts to Instagram`} />
      </SettingsFold>
      {posts.length > 0 && (
        <SettingsFold title={t`Products in your posts`}>
          <PostTags posts={posts} />
        </SettingsFold>
      )}
      <CustomCss form={form} name="customCss" />
    </DesignPage>
  )
}

import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Spinner, Text } from '@shopify/polaris'
import { useState } from 'react'
import { maxInstagramProducts } from '../../../../../rules/limits.ts'
import type { InstagramPost } from '../../../../../rules/settings/instagram-widget.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { Part } from '../../../shell/Part.tsx'
import { globalIdOf } from '../../../shell/relay/rowIds.ts'
import { ProductPicker } from '../../../ui/ProductPicker.tsx'
import { useTag } from './useInstagramActs.ts'

/** Lists the posts and lets the merchant tag their products. */
export function PostTags({ posts }: { posts: readonly InstagramPost[] }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const [open, setOpen] = useState<InstagramPost | null>(null)
  return (
    <>
      <Text as="p" tone="subdued">{t`Select a post to tag the products in it.`}</Text>
      <ul className="c-posts">
        {posts.map((post) => {
          const count = post.products.length
          const name = post.caption || t`Post without a caption`
          return (
            <li key={post.id}>
              <button
                type="button"
                disabled={readOnly}
                onClick={() => setOpen(post)}
                aria-label={t`${name}, ${plural(count, { one: '# product tagged', other: '# products tagged' })}`}
              >
                <img src={post.image} alt="" loading="lazy" />
                {count > 0 && <span aria-hidden="true">{count}</span>}
              </button>
            </li>
          )
        })}
      </ul>
      {open && <TagDialog key={open.id} post={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function TagDialog({ post, onClose }: { post: InstagramPost; onClose: () => void }) {
  const { t } = useLingui()
  const [tag, busy] = useTag()
  const [selected, setSelected] = useState<readonly string[]>(() =>
    post.products.map(({ id }) => globalIdOf('Product', id)),
  )
  const [error, setError] = useState('')
  const [count, max] = [selected.length, maxInstagramProducts]
  const tooMany = count > max
  const save = async () => {
    const outcome = await tag(
      { input: { postId: post.id, productIds: [...selected] } },
      { success: t`Products tagged` },
    )
    if (outcome.ok) onClose()
    else setError(outcome.fields['productIds'] ?? outcome.message)
  }
  return (
    <Dialog
      open
      title={t`Products in this post`}
      primary={{ label: t`Save`, busy, disabled: tooMany, run: () => void save() }}
      onClose={onClose}
    >
      {post.caption && (
        <p className="c-quiet" data-user-content dir="auto">
          {post.caption}
        </p>
      )}
      <p role="status">{error || t`${count} of ${max} selected`}</p>
      <Part waits={<Spinner size="small" accessibilityLabel={t`Loading`} />}>
        <ProductPicker selected={selected} onChange={setSelected} />
      </Part>
    </Dialog>
  )
}

import { useLingui } from '@lingui/react/macro'
import { ActionList, Button, Popover } from '@shopify/polaris'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { TemplateMenuQuery } from '../../../../__generated__/TemplateMenuQuery.graphql.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'

/** Offers the shop's templates for a reply to several reviews. Their merge fields stay: the server fills them. */
export function TemplateMenu({ insert }: { insert: (text: string) => void }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { viewer } = useOwnQuery<TemplateMenuQuery>(
    graphql`
    query TemplateMenuQuery { viewer { shop { replyTemplates { templates { id name content } } } } }
  `,
    {},
  )
  const templates = viewer.shop?.replyTemplates.templates ?? []
  if (templates.length === 0) return null
  return (
    <Popover
      active={open}
      onClose={() => setOpen(false)}
      activator={<Button disclosure onClick={() => setOpen(!open)}>{t`Use a template`}</Button>}
    >
      <ActionList
        onActionAnyItem={() => setOpen(false)}
        items={templates.map(({ id, name, content }) => ({
          id,
          content: name,
          helpText: content,
          onAction: () => insert(content),
        }))}
      />
    </Popover>
  )
}

/** What the platform says about a customer and may change its mind about. */
export interface HeardFacts {
  tags: string[]
  acceptsMarketing: boolean | null
  /** Times of the newest events, by fact: `consent`, `tags`, `tag <name>`. */
  heard: Record<string, string>
}

export interface HeardChange {
  /** All tags; absent or null if the event does not list them. */
  tags?: readonly string[] | null | undefined
  addedTags?: readonly string[] | undefined
  removedTags?: readonly string[] | undefined
  acceptsMarketing?: boolean | null | undefined
}

/** Applies an event to the facts, whatever the order of arrival: for each fact the newest event counts. */
export function applyHeard(before: HeardFacts, change: HeardChange, at: Date): HeardFacts {
  const time = at.toISOString()
  let heard = { ...before.heard }
  const isLater = (fact: string): boolean => (heard[fact] ?? '') > time
  let { tags, acceptsMarketing } = before
  if (typeof change.acceptsMarketing === 'boolean' && !isLater('consent')) {
    acceptsMarketing = change.acceptsMarketing
    heard['consent'] = time
  }
  if (change.tags && !isLater('tags')) {
    const isKept = (tag: string): boolean => isLater(`tag ${tag}`)
    tags = [...change.tags.filter((tag) => !isKept(tag)), ...tags.filter(isKept)]
    const isOld = (fact: string): boolean => fact.startsWith('tag ') && !isLater(fact)
    heard = { ...Object.fromEntries(Object.entries(heard).filter(([fact]) => !isOld(fact))), tags: time }
  }
  const changeTag = (tag: string, isAdded: boolean): void => {
    if (isLater('tags') || isLater(`tag ${tag}`)) return
    tags = [...tags.filter((known) => known !== tag), ...(isAdded ? [tag] : [])]
    heard[`tag ${tag}`] = time
  }
  for (const tag of change.removedTags ?? []) changeTag(tag, false)
  for (const tag of change.addedTags ?? []) changeTag(tag, true)
  return { tags: [...new Set(tags)], acceptsMarketing, heard }
}

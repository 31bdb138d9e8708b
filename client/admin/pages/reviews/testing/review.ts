/** What the server says of editing: allowed, or not and why; whether the customer can be asked. */
export const editable = (allowed: boolean, request: string | null = null) => [
  { action: 'unpublish', allowed: true, code: null, reason: null },
  { action: 'trash', allowed: true, code: null, reason: null },
  { action: 'pin', allowed: true, code: null, reason: null },
  { action: 'testimonial', allowed: false, code: 'onlyPublished', reason: 'x' },
  { action: 'edit', allowed, code: allowed ? null : 'editNotConfirmed', reason: allowed ? null : 'x' },
  { action: 'requestEdit', allowed: request === null && !allowed, code: request ?? (allowed ? 'editRequestNotNeeded' : null), reason: request },
]

/** A review as the pages of one review ask for it. */
export const review = (changes: object = {}) => ({
  __typename: 'Review', __isNode: 'Review', id: 'r1', version: 3, rate: 2, title: 'Hm', content: 'Two\nlines', status: 'PUBLISHED', source: 'CUSTOMER', origin: 'CUSTOMER',
  firstName: 'Ada', lastName: 'Lind', email: 'ada@reader.test', createdAt: '2026-11-01T10:00:00.000Z', publishedAt: '2026-11-01T10:00:00.000Z', deletedAt: null, purgeAt: null,
  openReports: 0, reports: [], verified: true, verifiedByOrder: false, pinned: false, featured: false, testimonial: false, edited: false, incentivized: false, variants: '', location: '',
  product: { id: 'p1', title: 'Apron', image: null }, media: [], why: { code: 'rule.belowThreshold', params: '{"rate":2,"threshold":4}' },
  reply: null, replyMailRefusal: null, original: null, editRequest: null, editRequestedAt: null, editRequestExpiresAt: null, editProposal: null,
  customer: null, otherReviews: [], orders: [], history: [], actions: editable(false),
  ...changes,
})

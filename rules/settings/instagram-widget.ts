import { z } from 'zod'
import { maxInstagramCaptionChars, maxInstagramHeadingChars, maxInstagramPosts } from '../limits.ts'
import { flag, line, listOf, oneOf, part, text, wholeNumber } from '../validation.ts'
import { settingsDocument } from './document.ts'
import { maxCustomCssChars } from './email-templates.ts'

/** State of the connection. `refused`: Instagram no longer accepts the token. */
const INSTAGRAM_STATES = ['signup', 'connected', 'refused', 'disconnected'] as const

/** Limits for values that the server writes. */
const keptText = line(300)
const address = line(2048)

const products = listOf(
  part({
    id: keptText.describe('The product’s UUID.'),
    title: keptText.describe('Its title.'),
    url: address.describe('Where shoppers find it.'),
  }).meta({ title: 'InstagramProduct' }),
)

const post = part({
  id: keptText.describe('Instagram’s id of the post.'),
  caption: text(maxInstagramCaptionChars).describe('The text of the post, shortened.'),
  permalink: address.describe('The post on Instagram; empty where Instagram gives none.'),
  isVideo: flag.describe('Whether the post is a video; its picture is the cover.'),
  image: address.describe('Path of Candor’s copy of the picture.'),
  postedAt: keptText.describe('When it was posted, ISO 8601.'),
  products: products.describe('The products that the merchant tagged.'),
}).meta({ title: 'InstagramPost' })
export type InstagramPost = z.infer<typeof post>

const schema = z
  .object({
    enabled: flag.describe('Shows the feed.'),
    heading: line(maxInstagramHeadingChars).describe(
      'The heading. Empty: “Follow us on Instagram” in the store’s language.',
    ),
    columns: wholeNumber(2, 6).describe('Posts in a row on wide screens.'),
    rows: wholeNumber(1, 4).describe('Rows of posts.'),
    showCaption: flag.describe('Shows the text of each post.'),
    linkToPost: flag.describe('A post leads to Instagram.'),
    customCss: text(maxCustomCssChars).describe('Styles added to the feed. They apply inside the widget only.'),
    state: oneOf(INSTAGRAM_STATES, 'InstagramState').describe('How far the connection to Instagram is.'),
    username: keptText.describe('The connected account.'),
    tokenRefreshedAt: keptText.describe('When the token was last refreshed, ISO 8601; empty without a connection.'),
    syncedAt: keptText.describe('When Candor last asked for posts, ISO 8601; empty without a connection.'),
    posts: listOf(post).max(maxInstagramPosts, { error: 'valueInvalid' }).describe('The newest posts.'),
  })
  .describe('The Instagram feed (spec 1, 2, 9: instagramWidget).')
export type InstagramSettings = z.infer<typeof schema>

export const INSTAGRAM_WIDGET = settingsDocument(
  schema,
  {
    enabled: false,
    heading: '',
    columns: 4,
    rows: 2,
    showCaption: false,
    linkToPost: true,
    customCss: '',
    state: 'signup',
    username: '',
    tokenRefreshedAt: '',
    syncedAt: '',
    posts: [],
  },
  { kept: ['state', 'username', 'tokenRefreshedAt', 'syncedAt', 'posts'], gated: { customCss: 'customCss' } },
)

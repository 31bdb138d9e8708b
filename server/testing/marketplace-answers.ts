/** Responses and pages in the marketplaces' formats (domain/marketplaces), with invented texts. */

const evaluation = {
  evaluationId: 0,
  buyerName: 'G***h',
  buyerCountry: 'NZ',
  buyerEval: 100,
  buyerFeedback: 'Крепкая лампа',
  buyerTranslationFeedback: 'Sturdy little lamp &amp; bright',
  buyerProductFeedBack: '',
  evalDate: '22 Nov 2025',
  skuInfo: 'Color:Sea Green Plug Type:EU Ships From:express ',
  logistics: 'Standard',
  anonymous: false,
  reviewType: 0,
  status: 1,
  upVoteCount: 2,
  downVoteCount: 0,
  buyerFbType: { sourceLang: 'ru', typeTranslationAccepted: '', crowdSourcingPersonName: '' },
  buyerAddFbDays: 0,
  images: ['https://ae01.example.test/kf/1.jpg', '//ae01.example.test/kf/2.jpg'],
  sellerReply: 'Thank\u00A0you, dear friend',
}

/** Returns the same item twice, with a second text and without any. Its ids exceed the precision of JSON.parse. */
export function aliexpressAnswer(envelope: 'data' | 'displayMessage' = 'data'): string {
  const item = (id: string, rest: object): string =>
    JSON.stringify({ ...evaluation, evaluationIdStr: id, ...rest }).replace('"evaluationId":0', `"evaluationId":${id}`)
  const items = [
    item('60087654321098765', {}),
    item('60087654321098765', {}),
    item('60087654321098766', {
      buyerName: 'AliExpress Shopper',
      buyerCountry: 'PL',
      buyerEval: 60,
      anonymous: true,
      buyerTranslationFeedback: '',
      buyerFeedback: 'It is <b>fine</b>',
      evalDate: '01 Feb 2024',
      skuInfo: '',
      images: [],
      buyerAddFbContent: 'After a month it&#39;s loose',
      buyerAddFbDays: 30,
      buyerAddFbImages: ['https://ae01.example.test/kf/3.jpg'],
      upVoteCount: 9,
    }),
    item('60087654321098767', { buyerTranslationFeedback: '', buyerFeedback: '', images: [] }),
  ]
  return `{"${envelope}":{"totalPage":13,"totalNum":248,"currentPage":1,"pageSize":20,"productEvaluationStatistic":{"evarageStar":4.66,"totalNum":248,"fiveStarNum":13},"evaViewList":[${items.join(',\n')}],"productType":"HYPERCHAIN"}}`
}

export const cjAnswer =
  (): string => `{"success":true,"code":0,"message":null,"data":{"pageNum":"1","pageSize":"2","total":"285","list":[
  {"commentId":1536993287524069376,"pid":"1534092419615174656","comment":"Lleg&oacute; bien.\\nBuen sonido.","commentDate":"2022-06-13T00:00:00+08:00","commentUser":"F***o","score":"5",
   "commentUrls":["https://oss.example.test/1.jpg","https://oss.example.test/2.jpg"],"countryCode":"MX","flagIconUrl":"https://oss.example.test/MX.png"},
  {"commentId":1536993287524069377,"pid":"1534092419615174656","comment":"No stars","commentDate":"2022-06-13T00:00:00+08:00","commentUser":"A***a","score":"0","commentUrls":[],"countryCode":"ES"}]},"requestId":"1"}`

export function shopeeAnswer(): string {
  const rating = {
    orderid: 52551499010213,
    itemid: 5435412264,
    cmtid: 2964233526,
    ctime: 1599548305,
    rating: 1,
    rating_star: 4,
    comment: 'Nice cloth 👍🏽',
    status: 2,
    is_hidden: false,
    author_username: 'mina12',
    anonymous: false,
  }
  const product_items = [{ name: 'Linen blouse', model_name: 'White, M' }]
  return JSON.stringify({
    data: {
      ratings: [
        {
          ...rating,
          product_items,
          images: ['651f130eceda11f9', 'my-11134207-7r98o-abc'],
          videos: [
            {
              id: 'x',
              cover: 'https://play.example.test/1.jpg',
              url: 'https://play.example.test/1.mp4',
              duration: 15878,
            },
          ],
          ItemRatingReply: { comment: 'Thank you', ctime: 1599548400 },
          detailed_rating: { product_quality: 4 },
        },
        {
          ...rating,
          product_items: [{ name: 'Linen blouse', model_name: '' }],
          cmtid: 2964233527,
          ctime: 1599548306,
          rating_star: 1,
          comment: 'Hidden there',
          is_hidden: true,
          author_username: null,
          anonymous: true,
        },
      ],
      item_rating_summary: { rating_total: 248, rating_count: [0, 1, 2, 3, 4, 238] },
      has_more: true,
    },
  })
}

interface AmazonReview {
  id: string
  stars: string
  date: string
  /** With today's markup and few of a review's parts. */
  modern?: boolean
  badge?: boolean
  votes?: string
}

const body = '<span>In the control&nbsp;centre.<br>Crashing never &amp; &quot;quick&quot;.</span>'

export function amazonReview({
  id,
  stars,
  date,
  modern = false,
  badge = true,
  votes = '1,024 people found this helpful',
}: AmazonReview): string {
  const author =
    '<div data-hook="genome-widget" class="a-row"><a class="a-profile"><span class="a-profile-name">Robin &amp; Kim</span></a></div>'
  const helpful = votes && `<span data-hook="helpful-vote-statement">${votes}</span>`
  const bought = badge ? '<span data-hook="avp-badge">Verified Purchase</span>' : ''
  if (modern)
    return `<div id="customer_review_foreign-${id}" data-hook="review" class="review aok-relative">${author}
    <i data-hook="cmps-review-star-rating" class="a-icon"><span class="a-icon-alt">${stars}</span></i><h5 data-hook="reviewTitle">Very bright</h5>
    <span data-hook="review-date">${date}</span>${bought}<div data-hook="review-collapsed"><div data-hook="reviewRichContentContainer">${body}</div></div>${helpful}</div>`
  return `<li id="${id}" data-hook="review" class="review"><div>${author}
    <a data-hook="review-title" class="a-link-normal"><i data-hook="review-star-rating" class="a-icon a-star-5"><span class="a-icon-alt">${stars}</span></i><span class="a-letter-space"></span>
    <span>Very bright</span></a><span data-hook="review-date">${date}</span>
    <a data-hook="format-strip">Color: Green<i class="a-icon a-icon-text-separator" role="img"></i>Size: L</a>${bought}<span data-hook="linkless-vine-review-badge">Vine Customer Review of Free Product</span>
    <div class="a-expander-content"><span data-hook="review-body"><div class="video-block"><input type="hidden" class="video-url" value="https://m.media.example.test/v/1.mp4">The media could not be loaded.</div>
    ${body}<script>var x = "not shown"</script></span><a data-hook="expand-collapse-read-more-less">Read more</a></div>
    <img data-hook="review-image-tile" src="https://m.media.example.test/images/I/71abc._SY88.jpg"><img data-hook="review-image-tile" src="grey.gif" data-src="https://m.media.example.test/images/I/81d+ef._SX300_SY300_.jpg">
    ${helpful}</div></li>`
}

export const amazonPage = ({
  reviews,
}: {
  reviews: readonly string[]
}): string => `<!doctype html><html lang="en"><head><title>Amazon.com: Desk lamp</title>
  <link rel="canonical" href="https://www.amazon.com/Desk-lamp/dp/B0TESTLAMP"></head><body><a href="/ap/signin">Sign in</a><span id="productTitle" class="a-size-large">  Desk lamp, green  </span>
  <span data-hook="total-review-count">1,248 global ratings</span><ul id="cm-cr-dp-review-list">${reviews.join('\n')}</ul></body></html>`

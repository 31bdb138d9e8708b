import { amazonPage, amazonReview } from './marketplace-answers.ts'

/** Pages of marketplaces with numbered reviews, for paging tests. */

/** Makes the reviews `from` to `to`, inclusive. */
const each = <T>(from: number, to: number, make: (at: number) => T): T[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_one, at) => make(from + at))

/** Returns ids beyond 2^53, unique only if read as text. */
export const longId = (at: number): string => `6008765432109${String(8_000 + at)}`

export interface Span {
  from: number
  to: number
  page: number
  pages: number
  total: number
}

export const aliexpressPage = ({ from, to, page, pages, total }: Span): string =>
  `{"data":{"totalPage":${pages},"totalNum":${total},"currentPage":${page},"pageSize":20,"evaViewList":[${each(
    from,
    to,
    (at) =>
      `{"evaluationId":${longId(at)},"evaluationIdStr":"${longId(at)}","buyerName":"G***h","buyerCountry":"NZ","buyerEval":${at % 2 === 0 ? 100 : 80},"buyerTranslationFeedback":"Review number ${at}","evalDate":"${1 + (at % 28)} Nov 2025"}`,
  ).join(',')}]}}`

/** CJ's ids are numeric, its counts are strings. */
export const cjPage = ({ from, to, page, total }: Span): string =>
  `{"success":true,"code":200,"data":{"pageNum":"${page}","pageSize":"20","total":"${total}","list":[${each(
    from,
    to,
    (at) =>
      `{"commentId":${longId(at)},"pid":"1534092419615174656","comment":"Review number ${at}","commentDate":"2022-06-13T00:00:00+08:00","commentUser":"F***o","score":"5","commentUrls":[],"countryCode":"MX"}`,
  ).join(',')}]}}`

export const shopeePage = ({ from, to, page, pages, total }: Span): string =>
  `{"data":{"ratings":[${each(
    from,
    to,
    (at) =>
      `{"itemid":5435412264,"cmtid":${longId(at)},"ctime":${1_599_548_305 + at},"rating":1,"rating_star":${at % 2 === 0 ? 5 : 4},"comment":"Review number ${at}","author_username":"mina12","images":[],"product_items":[{"name":"Linen blouse","model_name":"M"}]}`,
  ).join(',')}],
    "item_rating_summary":{"rating_total":${total}},"has_more":${page < pages}}}`

export const amazonPages = ({ from, to, page, pages }: Span): string => {
  const html = amazonPage({
    reviews: each(from, to, (at) =>
      amazonReview({
        id: `R2ABCDEFGH${100 + at}`,
        stars: '5.0 out of 5 stars',
        date: `Reviewed in Germany on ${1 + (at % 28)} March 2024`,
      }).replaceAll('In the control', `Review number ${at}. In the control`),
    ),
  })
  return page < pages ? html.replace('</body>', '<ul><li class="a-last"><a href="/x">Next</a></li></ul></body>') : html
}

export const robotPage =
  '<html><head><title>Robot Check</title></head><body><form action="/errors/validateCaptcha"></form></body></html>'
export const loginPage =
  '<html><body><form name="signIn" action="https://www.amazon.com/ap/signin"><input type="email" id="ap_email"></form></body></html>'

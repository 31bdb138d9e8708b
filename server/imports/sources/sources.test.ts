import { readFile, reasonsOf, describeRow } from '../../testing/read-source.ts'
import { readHeader } from '../parsing/header.ts'
import type { Field } from './source.ts'
import { sources } from './sources.ts'

const bom = '\uFEFF'
const at = (text: string): string => new Date(text).toISOString()
/** Joins cells to one CSV line, quoted where needed. */
const line = (...cells: string[]): string =>
  cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')

interface Case {
  source: string
  file: string
  /** Reasons of each record; all `ok` by default. */
  reasons?: string[]
  reviews: object[]
}

const cases: [name: string, Case][] = [
  [
    'Loox’s template of 2026: a mark, mixed line ends, two pictures in a cell, an address that runs',
    {
      source: 'loox',
      file:
        `${bom}product_handle,product_Id,rating,author,email,body,created_at,photo_url,reply,replied_at,verified_purchase,incentivized\r\n` +
        `${line('Tall-Vase', '7001', '5', 'Mia', 'MIA@example.test', 'Lovely\n"blue" glaze', '2025-01-31', 'https://cdn.example.test/1.jpg,https://cdn.example.test/2.png', 'Thank you', '2025-02-01', 'TRUE', 'false')}\r\n` +
        `${line('tall-vase', '', '3', 'Bo', '', '=HYPERLINK("http://evil.example.test","x")', '2024-07-18 15:23:00 UTC  ', 'javascript:alert(1)', '', '', 'no', 'yes')}\n` +
        `${line('9.1234E+12', '', '4', 'Gus', '', 'A spoilt handle', '2025-02-30', '', '', '', '', '')}\n`,
      reasons: ['ok', 'ok, photo_url: photoAddressInvalid', 'created_at: dateUnreadable'],
      reviews: [
        {
          product: { platformId: '7001', handle: 'tall-vase' },
          rate: 5,
          author: 'Mia',
          email: 'mia@example.test',
          content: 'Lovely\n"blue" glaze',
          createdAt: at('2025-01-31T12:00:00Z'),
          pictures: ['https://cdn.example.test/1.jpg', 'https://cdn.example.test/2.png'],
          reply: ['Thank you', at('2025-02-01T12:00:00Z')],
          verified: true,
        },
        {
          product: { handle: 'tall-vase' },
          rate: 3,
          author: 'Bo',
          content: '=HYPERLINK("http://evil.example.test","x")',
          createdAt: at('2024-07-18T15:23:00Z'),
          incentivized: true,
        },
      ],
    },
  ],
  [
    'Loox’s older template',
    {
      source: 'loox',
      file: 'product_handle,rating,author,email,body,created_at,photo_url,verified_purchase\nlamp,5,Ann,ann@example.test,Serial,45376,,true\nlamp,4,Bob,,Serial with a time,45376.604166666664,,TRUE\nlamp,3,Cy,,Day,3/25/2024,,no\n',
      reviews: [
        {
          product: { handle: 'lamp' },
          rate: 5,
          author: 'Ann',
          email: 'ann@example.test',
          content: 'Serial',
          createdAt: at('2024-03-25T12:00:00Z'),
          verified: true,
        },
        {
          product: { handle: 'lamp' },
          rate: 4,
          author: 'Bob',
          content: 'Serial with a time',
          createdAt: at('2024-03-25T14:30:00Z'),
          verified: true,
        },
        { product: { handle: 'lamp' }, rate: 3, author: 'Cy', content: 'Day', createdAt: at('2024-03-25T12:00:00Z') },
      ],
    },
  ],
  [
    'Loox’s export: nickname or full name, hidden ones, plain http',
    {
      source: 'loox-export',
      file:
        'id,status,rating,email,nickname,full_name,review,date,productId,handle,img,variant,verified_purchase,reply,video,order_id\n' +
        '11,Active,5,a@example.test,Jo,Jo Martin,Perfect fit,2024-11-05T08:00:00.000Z,8123,summer-dress,http://img.example.test/x.jpg,M,true,Thank you Jo,https://v.example.test/1.mp4,1001\n' +
        '12,Hidden,5,,,Paul Durand,Hidden there,2024-11-05,8123,summer-dress,,M,false,,,\n' +
        '13,Active,0,,,,No stars,2024-10-01,8124,,,,,,\n',
      reasons: ['ok', 'ok', 'rating: ratingZero'],
      reviews: [
        {
          externalId: 'loox:11',
          status: 'published',
          product: { platformId: '8123', handle: 'summer-dress' },
          rate: 5,
          author: 'Jo',
          email: 'a@example.test',
          content: 'Perfect fit',
          createdAt: at('2024-11-05T08:00:00Z'),
          pictures: ['http://img.example.test/x.jpg'],
          videos: ['https://v.example.test/1.mp4'],
          reply: ['Thank you Jo'],
          variantTitle: 'M',
          verified: true,
        },
        {
          externalId: 'loox:12',
          status: 'hidden',
          product: { platformId: '8123', handle: 'summer-dress' },
          rate: 5,
          author: 'Paul Durand',
          content: 'Hidden there',
          createdAt: at('2024-11-05T12:00:00Z'),
          variantTitle: 'M',
        },
      ],
    },
  ],
  [
    'Shopify Product Reviews, with semicolons, half stars and dates of three kinds',
    {
      source: 'shopify-product-reviews',
      file:
        'product_handle;state;rating;title;author;email;location;body;reply;created_at;replied_at\r\n' +
        'blue-cup;published;4,5;Great;Zoe;zoe@example.test;Liège;"Very good ; quick";;25.03.2024 14:05;\r\n' +
        'blue-cup;unpublished;1;Bad;Anon;;;Never came;Sorry!;2023-06-01T10:00:00-04:00;2026-01-01 10:00:00 UTC\r\n' +
        'blue-cup;spam;5;;Bot;;;Buy watches;;2023-06-02;\r\n' +
        'blue-cup;unheard-of;5;;Odd;;;Odd state;;2023-06-02;\r\n' +
        'blue-cup;constructor;5;;Odd;;;Odd word;;2023-06-02;\r\n' +
        'blue-cup;published;;;;;;"";;45376;\r\n',
      reasons: ['ok', 'ok', 'ok', 'ok, state: statusUnclear', 'ok, state: statusUnclear', 'rating: ratingMissing'],
      reviews: [
        {
          product: { handle: 'blue-cup' },
          status: 'published',
          rate: 5,
          originalRate: '4,5',
          rounded: true,
          title: 'Great',
          author: 'Zoe',
          email: 'zoe@example.test',
          location: 'Liège',
          content: 'Very good ; quick',
          createdAt: at('2024-03-25T14:05:00Z'),
        },
        {
          product: { handle: 'blue-cup' },
          status: 'hidden',
          rate: 1,
          title: 'Bad',
          author: 'Anon',
          content: 'Never came',
          createdAt: at('2023-06-01T14:00:00Z'),
          reply: ['Sorry!', at('2026-01-01T10:00:00Z')],
        },
        {
          product: { handle: 'blue-cup' },
          status: 'rejected',
          rate: 5,
          author: 'Bot',
          content: 'Buy watches',
          createdAt: at('2023-06-02T12:00:00Z'),
        },
        {
          product: { handle: 'blue-cup' },
          status: 'hidden',
          rate: 5,
          author: 'Odd',
          content: 'Odd state',
          createdAt: at('2023-06-02T12:00:00Z'),
        },
        {
          product: { handle: 'blue-cup' },
          status: 'hidden',
          rate: 5,
          author: 'Odd',
          content: 'Odd word',
          createdAt: at('2023-06-02T12:00:00Z'),
        },
      ],
    },
  ],
  [
    'Shopify Product Reviews with a column of pictures',
    {
      source: 'shopify-product-reviews',
      file: 'product_handle,state,rating,title,author,email,location,body,imageUrl,reply,created_at,replied_at\ncup,published,5,,A,,,Nice,"[""https://p.example.test/1.jpg"",""https://p.example.test/2.jpg""]",,2023-06-02,\n',
      reviews: [
        {
          product: { handle: 'cup' },
          status: 'published',
          rate: 5,
          author: 'A',
          content: 'Nice',
          createdAt: at('2023-06-02T12:00:00Z'),
          pictures: ['https://p.example.test/1.jpg', 'https://p.example.test/2.jpg'],
        },
      ],
    },
  ],
  [
    'Yotpo’s report of eight columns; a review of the shop',
    {
      source: 'yotpo',
      file: 'Review Title,Review Content,Review Score,Date,Product ID,Product Name,Display Name,Email\nSuper,Truly good,5,2025-03-15,999,Leather bag,Ana L.,a@example.test\n,The shop is fine,4,2025-03-16,,,Bo,\n',
      reviews: [
        {
          product: { platformId: '999', title: 'Leather bag' },
          rate: 5,
          title: 'Super',
          content: 'Truly good',
          createdAt: at('2025-03-15T12:00:00Z'),
          author: 'Ana L.',
          email: 'a@example.test',
        },
        { rate: 4, content: 'The shop is fine', createdAt: at('2025-03-16T12:00:00Z'), author: 'Bo' },
      ],
    },
  ],
  [
    'Yotpo with semicolons, addresses of products and days first',
    {
      source: 'yotpo',
      file:
        'Review Title;Review Content;Review Score;Date;Product ID;Product Title;Product URL;Display Name;Email;Verified Purchase\r\n' +
        'Super;"Good ; really ""top""";5;15/03/2025;999;Leather bag;https://shop.example.test/products/Leather-Bag?variant=1;Ana;a@example.test;Yes',
      reviews: [
        {
          product: { platformId: '999', title: 'Leather bag', urlHandle: 'leather-bag' },
          rate: 5,
          title: 'Super',
          content: 'Good ; really "top"',
          createdAt: at('2025-03-15T12:00:00Z'),
          author: 'Ana',
          email: 'a@example.test',
          verified: true,
        },
      ],
    },
  ],
  [
    'Yotpo with creation dates',
    {
      source: 'yotpo',
      file: 'Product ID,Review Score,Reviewer Display Name,Review Content,Review Creation Date,Reviewer Email,Review Title\n5,2,M***a,Meh,2024-02-29 10:00:00,,So so\n',
      reviews: [
        {
          product: { platformId: '5' },
          rate: 2,
          author: 'M***a',
          content: 'Meh',
          createdAt: at('2024-02-29T10:00:00Z'),
          title: 'So so',
        },
      ],
    },
  ],
  [
    'Yotpo’s old names, with replies',
    {
      source: 'yotpo',
      file: 'published,review_title,review_content,review_score,date,product_id,display_name,email,comment_content,lang_id,cust_id\n1,T,Good,5,2019-05-06,77,Al,,Thanks,en,3\n0,T,Bad,1,2019-05-06,77,Cy,,,en,4\n',
      reviews: [
        {
          status: 'published',
          title: 'T',
          content: 'Good',
          rate: 5,
          createdAt: at('2019-05-06T12:00:00Z'),
          product: { platformId: '77' },
          author: 'Al',
          reply: ['Thanks'],
        },
        {
          status: 'hidden',
          title: 'T',
          content: 'Bad',
          rate: 1,
          createdAt: at('2019-05-06T12:00:00Z'),
          product: { platformId: '77' },
          author: 'Cy',
        },
      ],
    },
  ],
  [
    'Okendo’s template: a private reply, a video, words and FALSE',
    {
      source: 'okendo',
      file:
        'name,body,handle,productId,rating,sku,dateCreated,countryCode,email,imageUrls,isApproved,isIncentivized,isRecommended,rejectedImageUrls,reply,replyDateCreated,replyIsPublic,title,videoUrls,isVerifiedBuyer,variantId,status\n' +
        `${line('Zoe', 'Smells nice', 'candle', 'gid://shopify/Product/555', '4', 'CAN-1', '2025-02-01T09:00:00.000Z', 'nz', 'z@example.test', 'https://p.example.test/1.jpg', 'TRUE', 'TRUE', 'FALSE', '', 'For us only', '2025-02-02', 'FALSE', 'Nice', 'https://v.example.test/1.mp4,https://v.example.test/2.mp4', 'TRUE', 'gid://shopify/ProductVariant/77', 'approved')}\n` +
        `${line('Al', 'Not yet', '', '', '5', 'CAN-2', '2025-02-01', '', '', '', 'FALSE', 'FALSE', '', '', '', '', '', '', 'file:///x.mp4', 'FALSE', '', '')}\n` +
        `${line('Bo', 'Rude', '', '', '1', 'CAN-2', '2025-02-01', '', '', '', 'FALSE', 'FALSE', '', '', 'We are sorry', '2025-02-03', 'TRUE', '', '', '', '', 'rejected')}\n`,
      reasons: [
        'ok, reply: replyPrivate, videoUrls: tooManyVideos',
        'ok, status: statusUnclear, videoUrls: videoAddressInvalid',
        'ok',
      ],
      reviews: [
        {
          author: 'Zoe',
          content: 'Smells nice',
          product: { platformId: '555', variantId: '77', handle: 'candle', sku: 'CAN-1' },
          rate: 4,
          createdAt: at('2025-02-01T09:00:00Z'),
          country: 'NZ',
          email: 'z@example.test',
          pictures: ['https://p.example.test/1.jpg'],
          incentivized: true,
          title: 'Nice',
          videos: ['https://v.example.test/1.mp4'],
          verified: true,
          status: 'published',
        },
        {
          author: 'Al',
          content: 'Not yet',
          product: { sku: 'CAN-2' },
          rate: 5,
          createdAt: at('2025-02-01T12:00:00Z'),
          status: 'hidden',
        },
        {
          author: 'Bo',
          content: 'Rude',
          product: { sku: 'CAN-2' },
          rate: 1,
          createdAt: at('2025-02-01T12:00:00Z'),
          reply: ['We are sorry', at('2025-02-03T12:00:00Z')],
          status: 'rejected',
        },
      ],
    },
  ],
  [
    'Okendo’s export with titles',
    {
      source: 'okendo',
      file: 'Review ID,Product ID,Product Name,Rating,Title,Body,Reviewer Name,Is Verified Buyer,Date Created,Status\nr1,gid://shopify/Product/555,Candle,4,,It lasts,Zoë,FALSE,2025-02-01,approved\n',
      reviews: [
        {
          externalId: 'okendo:r1',
          product: { platformId: '555', title: 'Candle' },
          rate: 4,
          content: 'It lasts',
          author: 'Zoë',
          createdAt: at('2025-02-01T12:00:00Z'),
          status: 'published',
        },
      ],
    },
  ],
  [
    'Okendo’s export with dots',
    {
      source: 'okendo',
      file: 'reviewId,productId,rating,title,body,reviewer.name,reviewer.email,dateCreated\nr2,12,5,Top,All well,Ann,ann@example.test,2025-02-01T08:00:00Z\n',
      reviews: [
        {
          externalId: 'okendo:r2',
          product: { platformId: '12' },
          rate: 5,
          title: 'Top',
          content: 'All well',
          author: 'Ann',
          email: 'ann@example.test',
          createdAt: at('2025-02-01T08:00:00Z'),
        },
      ],
    },
  ],
  [
    'Opinew',
    {
      source: 'opinew',
      file:
        'body,rating,review_date,state,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls,SKU,barcode,region\n' +
        'Warm,5,2025-01-02 10:00:00,published,Ann,,7001,wool-hat,Thanks,2025-01-03,https://p.example.test/1.jpg|https://p.example.test/2.jpg,HAT-1,400,GB\nCold,2,2025-01-02,hidden,Bo,,7001,wool-hat,,,,,,Highlands\n',
      reviews: [
        {
          content: 'Warm',
          rate: 5,
          createdAt: at('2025-01-02T10:00:00Z'),
          status: 'published',
          author: 'Ann',
          product: { platformId: '7001', handle: 'wool-hat', sku: 'HAT-1' },
          reply: ['Thanks', at('2025-01-03T12:00:00Z')],
          pictures: ['https://p.example.test/1.jpg', 'https://p.example.test/2.jpg'],
          country: 'GB',
        },
        {
          content: 'Cold',
          rate: 2,
          createdAt: at('2025-01-02T12:00:00Z'),
          status: 'hidden',
          author: 'Bo',
          product: { platformId: '7001', handle: 'wool-hat' },
          location: 'Highlands',
        },
      ],
    },
  ],
  [
    'Ryviu',
    {
      source: 'ryviu',
      file: 'product_handle,rating,author,title,body_text,email,photo_urls,created_at,status,featured\nmug,5,Ann,Top,Good mug,,"https://p.example.test/1.jpg, https://p.example.test/2.jpg",2025-01-02,enable,1\nmug,2,Bo,,Bad mug,,,2025-01-02,disable,0\n',
      reviews: [
        {
          product: { handle: 'mug' },
          rate: 5,
          author: 'Ann',
          title: 'Top',
          content: 'Good mug',
          pictures: ['https://p.example.test/1.jpg', 'https://p.example.test/2.jpg'],
          createdAt: at('2025-01-02T12:00:00Z'),
          status: 'published',
          featured: true,
        },
        {
          product: { handle: 'mug' },
          rate: 2,
          author: 'Bo',
          content: 'Bad mug',
          createdAt: at('2025-01-02T12:00:00Z'),
          status: 'hidden',
        },
      ],
    },
  ],
  [
    'Trustoo: five columns of pictures and one of a video',
    {
      source: 'trustoo',
      file:
        'product_handle,rating,author,title,content,author_country,author_email,commented_at,reply,reply_at,verify_purchase,feature,publish,item_type,photo_url_1,photo_url_2,photo_url_3,photo_url_4,photo_url_5,video_url\n' +
        'mug,5,Ann,Top,Good mug,Germany,,12/25/2024,,,yes,yes,yes,product,https://p.example.test/1.jpg,,https://p.example.test/3.jpg,,,https://v.example.test/1.mp4\nmug,1,Bo,,Bad mug,US,,12/5/2024,,,no,no,no,product,,,,,,\n',
      reviews: [
        {
          product: { handle: 'mug' },
          rate: 5,
          author: 'Ann',
          title: 'Top',
          content: 'Good mug',
          country: 'DE',
          createdAt: at('2024-12-25T12:00:00Z'),
          verified: true,
          featured: true,
          status: 'published',
          pictures: ['https://p.example.test/1.jpg', 'https://p.example.test/3.jpg'],
          videos: ['https://v.example.test/1.mp4'],
        },
        {
          product: { handle: 'mug' },
          rate: 1,
          author: 'Bo',
          content: 'Bad mug',
          country: 'US',
          createdAt: at('2024-12-05T12:00:00Z'),
          status: 'hidden',
        },
      ],
    },
  ],
  [
    'WooCommerce: a reply in a row of its own, a comment without stars, spam and trash',
    {
      source: 'woocommerce',
      file:
        'comment_ID,comment_post_ID,comment_author,comment_author_email,comment_author_url,comment_author_IP,comment_date,comment_date_gmt,comment_content,comment_approved,comment_parent,user_id,rating,verified,title,product_SKU,product_title\n' +
        '41,9,Ann,ann@example.test,,203.0.113.7,2024-05-01 12:00:00,2024-05-01 10:00:00,Fits well,1,0,0,5,1,,HAT-1,Wool hat\n' +
        '42,9,Shop,,,,2024-05-02 12:00:00,2024-05-02 10:00:00,Thank you Ann,1,41,1,,,,HAT-1,Wool hat\n' +
        '43,9,Bo,,,,2024-05-03 12:00:00,2024-05-03 10:00:00,Waits,0,0,0,4,0,,,Wool hat\n' +
        '44,10,Bot,,,,2024-05-03 12:00:00,2024-05-03 10:00:00,Buy,spam,0,0,5,0,,,\n' +
        '45,9,Cy,,,,2024-05-03 12:00:00,2024-05-03 10:00:00,Gone,trash,0,0,3,0,,,Wool hat\n' +
        '46,9,Di,,,,2024-05-03 12:00:00,2024-05-03 10:00:00,Do you ship to Malta?,1,0,0,,0,,,Wool hat\n',
      reasons: ['ok', 'comment_parent: rowIsReply', 'ok', 'ok', 'ok', 'rating: ratingMissing'],
      reviews: [
        {
          externalId: 'woocommerce:41',
          product: { sku: 'HAT-1', title: 'Wool hat', other: '9' },
          author: 'Ann',
          email: 'ann@example.test',
          createdAt: at('2024-05-01T10:00:00Z'),
          content: 'Fits well',
          status: 'published',
          rate: 5,
          verified: true,
        },
        {
          externalId: 'woocommerce:43',
          product: { title: 'Wool hat', other: '9' },
          author: 'Bo',
          createdAt: at('2024-05-03T10:00:00Z'),
          content: 'Waits',
          status: 'pending',
          rate: 4,
        },
        {
          externalId: 'woocommerce:44',
          product: { other: '10' },
          author: 'Bot',
          createdAt: at('2024-05-03T10:00:00Z'),
          content: 'Buy',
          status: 'rejected',
          rate: 5,
        },
        {
          externalId: 'woocommerce:45',
          product: { title: 'Wool hat', other: '9' },
          author: 'Cy',
          createdAt: at('2024-05-03T10:00:00Z'),
          content: 'Gone',
          status: 'deleted',
          rate: 3,
        },
      ],
    },
  ],
  [
    'our own template',
    {
      source: 'template',
      file:
        'product_handle,product_id,rating,author,email,title,body,created_at,photo_url,video_urls,reply,replied_at,status,source,country_code,verified_purchase,incentivized,featured,pinned,external_id\n' +
        'mug,,5,Ann,,Top,Good mug,2025-01-02,,https://v.example.test/1.mp4,,,pending,AliExpress,FR,no,no,yes,yes,a-1\nmug,,4,Bo,,,Fine mug,2025-01-02,,,,,,somewhere,Atlantis,,,,,\n',
      reviews: [
        {
          product: { handle: 'mug' },
          rate: 5,
          author: 'Ann',
          title: 'Top',
          content: 'Good mug',
          createdAt: at('2025-01-02T12:00:00Z'),
          videos: ['https://v.example.test/1.mp4'],
          status: 'pending',
          source: 'aliexpress',
          country: 'FR',
          featured: true,
          pinned: true,
          externalId: 'template:a-1',
        },
        {
          product: { handle: 'mug' },
          rate: 4,
          author: 'Bo',
          content: 'Fine mug',
          createdAt: at('2025-01-02T12:00:00Z'),
          location: 'Atlantis',
        },
      ],
    },
  ],
  [
    'an unknown app with columns like Stamped’s',
    {
      source: 'other',
      file: 'product_id,productUrl,productTitle,rating,author,body,created_at,images\n71,https://shop.example.test/products/mug,Blue mug,5,Ann,Good mug,2025-01-02 10:00:00,https://p.example.test/1.jpg\n',
      reviews: [
        {
          product: { platformId: '71', urlHandle: 'mug', title: 'Blue mug' },
          rate: 5,
          author: 'Ann',
          content: 'Good mug',
          createdAt: at('2025-01-02T10:00:00Z'),
          pictures: ['https://p.example.test/1.jpg'],
        },
      ],
    },
  ],
  [
    'three columns of our own template',
    {
      source: 'template',
      file: 'rating,body,author\n,No rating,Léa\n5,Same words,Léa\n12,Out of twenty,Max\n',
      reasons: ['rating: ratingMissing', 'ok', 'rating: ratingOutOfRange'],
      reviews: [{ rate: 5, content: 'Same words', author: 'Léa' }],
    },
  ],
]

test.each(cases)('%s', async (_name, { source, file, reasons, reviews }) => {
  const read = await readFile(file)
  expect(read.source).toBe(source)
  expect(reasonsOf(read.results)).toEqual(reasons ?? reviews.map(() => 'ok'))
  expect(read.reviews.map(describeRow)).toEqual(reviews)
})

describe('the app of a file', () => {
  test.each([
    ['product_handle,rating,author,body,created_at,email,verified_purchase,photo_url', 'loox'],
    ['Product Handle;Rating;AUTHOR;Body;Created-At', 'loox'],
    ['product_handle,rating,author,title,body,email,created_at,status,featured', 'template'],
    ['product_handle,rating,author,body,created_at,import_error', 'loox'],
    ['body,rating', 'judgeme'],
    // Our own template may leave columns out. Its words about visibility are ignored.
    ['product_handle,product_id,rating,title,body,reply,status,source,external_id', 'template'],
    ['product_id,rating,author,title,body,created_at,status,source,external_id', 'template'],
    ['rating,body,status', 'template'],
    ['product_id,rating,title,body,status,featured,pinned,video_urls', 'template'],
    // A column about showing is read whatever app wrote the file.
    ['title,body,rating,product_title,status', 'judgeme'],
    ['title,body,rating,visibility', 'judgeme'],
    ['title,body,rating,name,status,product_id', 'other'],
    ['title,body,rating,review_date,reviewer_name,reviewer_email,product_handle,approved', 'judgeme'],
    ['title,body,rating,review_date,curated,reviewer_name,reviewer_email,product_handle,status', 'judgeme'],
    [
      'product_handle,review_title,body,reviewer_name,reviewer_email,rating,review_date,reply,reply_date,featured,verified,hidden',
      'judgeme',
    ],
    ['Review Content,Review Score,Customer Country,Product ID,Date,Email,Something Else,And More', 'yotpo'],
    ['Sterne,Rezension,Kundenname,Produkt,Datum', 'other'],
    ['note,avis,prénom,produit', 'other'],
    ['評価,レビュー,名前,商品名', 'other'],
    ['별점,리뷰,작성자,상품명', 'other'],
    ['điểm,đánh giá,họ tên,sản phẩm', 'other'],
  ])('%s is %s', async (header, source) => {
    await expect(readFile(`${header}\n`)).resolves.toMatchObject({ source })
  })

  test.each(['email,first_name', 'order,total', 'body,author,date', 'rating,product_id', 'Wie wars?;Wie viele?'])(
    'is left to the merchant for the header %j',
    async (header) => {
      await expect(readFile(`${header}\na,b\n`)).resolves.toMatchObject({ source: 'other' })
    },
  )

  test.each([
    ['', 'a.csv'],
    ['body', 'a.csv'],
    [',,rating,', 'a.csv'],
  ])('is not asked for the header %j without two columns', async (header, name) => {
    await expect(readFile(`${header}\na\n`, { name })).rejects.toMatchObject({ code: 'notAReviewExport' })
  })

  test('is not guessed from a saved page that happens to have a table', async () => {
    const page = '<!doctype html><html><body><table><tr><td>Home<td>Basket</table></body></html>'
    await expect(readFile(page, { name: 'a.html' })).rejects.toMatchObject({ code: 'notAReviewExport' })
    await expect(readFile(page, { name: 'a.xls' })).resolves.toMatchObject({ source: 'other' })
  })
})

test('refuses a header with too many columns', async () => {
  await expect(
    readFile(`${Array.from({ length: 16_000 }, (_none, at) => `c${at % 9}`).join(',')}\n`),
  ).rejects.toMatchObject({ code: 'importTooManyColumns' })
})

describe('the questions about a file of', () => {
  test.each(sources.filter(({ id }) => id !== 'candor').map((source) => [source.id, source] as const))(
    '%s',
    async (id, source) => {
      const header = source.usualColumns
      const { fields } = source.open(readHeader([...header]))
      const row = (values: Partial<Record<Field, string>>) =>
        line(
          ...header.map((_name, at) => values[[...fields].find(([, column]) => column === at)?.[0] ?? 'parent'] ?? ''),
        )
      const file = [
        header.join(','),
        row({ rating: '5', content: 'One', author: 'A', date: '05/03/2024' }),
        row({ rating: '9', content: 'Two', author: 'B', date: '04/03/2024' }),
      ].join('\n')
      const asked = await readFile(file)
      expect(asked.source).toBe(id)
      expect(asked.questions.map((question) => question.id)).toEqual(['scale', 'dates'])
      const { reviews } = await readFile(file, { answers: { scale: '10', dates: 'mdy' } })
      expect(reviews.map(({ rate, originalRate, sourceDay }) => [rate, originalRate, sourceDay])).toEqual([
        [3, '5', '2024-05-03'],
        [5, '9', '2024-04-03'],
      ])
      // One day above twelve decides the order for the file.
      expect(
        (
          await readFile(`${file}\n${row({ rating: '5', content: 'Three', author: 'C', date: '25/03/2024' })}`, {
            answers: { scale: '10' },
          })
        ).reviews.map(({ sourceDay }) => sourceDay),
      ).toEqual(['2024-03-05', '2024-03-04', '2024-03-25'])
    },
  )
})

test('shares ids between two headers of one app, not between two unknown apps', async () => {
  const ids = async (file: string) => (await readFile(file)).reviews.map(({ externalId }) => externalId)
  const [one] = await ids('id,stars,text\n7,5,Good\n')
  const [another] = await ids('id,grade,text\n7,5,Good\n')
  expect(one).toMatch(/^other-\w{8}:7$/)
  expect(another).not.toBe(one)
  expect(await ids('id,stars,text,import_error\n7,5,Good,why\n')).toEqual([one])
})

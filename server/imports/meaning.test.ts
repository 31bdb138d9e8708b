import { client, world } from '../testing/import-stage.ts'

const statuses = async (): Promise<string[]> =>
  (await client.reviews()).map(({ content, status }) => `${content} ${status}`)

describe('what a file calls hidden', () => {
  test('stays hidden in a file of an unknown app, also when the merchant publishes all', async () => {
    const check = await client.checked(
      'product,customer_name,title,content,grade,date_add,deleted,is_spam,visible\nx,A,t,one,5,2024-01-02,0,0,WAHR\nx,B,t,two,5,2024-01-02,1,0,WAHR\nx,C,t,three,5,2024-01-02,0,1,WAHR\nx,D,t,four,5,2024-01-02,0,0,FALSCH\n',
      { name: 'other.csv' },
    )
    const columns = check.questions.find(({ id }) => id === 'columns')?.suggested ?? ''
    const answers = [
      { question: 'columns', answer: columns },
      { question: 'unmatched', answer: 'shop' },
    ]
    await client.start(check.id, { answers, publish: 'PUBLISHED' })
    expect(await statuses()).toEqual(['four hidden', 'one published', 'three rejected', 'two deleted'])
  })

  test('is asked about where it can’t be read, and hidden until the merchant answers', async () => {
    const file = 'body,rating,reviewer_name,product_id,moderation_status\none,5,A,,1\ntwo,5,B,,2\n'
    const check = await client.checked(file)
    expect(check.questions).toMatchObject([
      { id: 'status', choices: ['hidden', 'only:1', 'only:2', 'published'], suggested: 'hidden', rows: 2 },
    ])
    await client.start(check.id)
    expect(await statuses()).toEqual(['one hidden', 'two hidden'])
    await client.clear()
    const again = await client.checked(file)
    await client.start(again.id, { answers: [{ question: 'status', answer: 'only:2' }] })
    expect(await statuses()).toEqual(['one hidden', 'two published'])
  })

  test('is a private reply of Yotpo, too', async () => {
    const check = await client.checked(
      'Review ID,Review Creation Date,Review Status,Review Score,Review Title,Review Content,Comment Date,Comment Content,Comment Public,Reviewer Name\n1,2022-07-01,published,5,T,one,,Thanks,TRUE,Ann\n2,2022-07-01,published,5,T,two,,INTERNAL,FALSE,Bob\n',
    )
    await client.start(check.id)
    expect((await client.reviews()).map(({ replyContent }) => replyContent)).toEqual(['Thanks', null])
  })
})

test('different reviews of a file are no duplicates, copies are', async () => {
  const rows = [
    'Great,Same,5,2024-05-03T10:00:00Z,,,',
    'Fast,Same,5,2024-05-03T10:00:00Z,,,',
    'Great,Same,5,2024-05-03T12:30:00Z,,,',
    'Great,Same,5,2024-05-03T12:30:00Z,,,',
    ',Good,5,2024-05-03,,a@x.example,',
    ',Good,5,2024-05-03,,b@x.example,',
    ',Good,5,2024-05-03,,b@x.example,Berlin',
    ',,5,2024-05-03,a***r,,',
    ',,5,2024-05-03,a***r,,',
    ',Undated,5,,Ann,,',
    ',Undated,5,,Ann,,',
  ]
  const file = `title,body,rating,review_date,reviewer_name,reviewer_email,location\n${rows.join('\n')}\n`
  const check = await client.checked(file)
  expect(check).toMatchObject({ fresh: 9, duplicates: 2 })
  expect(await client.start(check.id)).toMatchObject({ imported: 9, duplicates: 2 })
  expect(await client.checked(file)).toMatchObject({ fresh: 0, duplicates: 11 })
})

test('a barcode finds its product, and one of no product asks', async () => {
  const id = await client.addProduct('mug')
  await client.db().product.updateMany({
    where: { shopId: world.shop.id, id },
    data: { variants: [{ id: '1', title: 'Only', sku: 'S', barcode: '0400638133393', priceCents: 100 }] },
  })
  const check = await client.checked(
    'body,rating,reviewer_name,product_handle,EAN\none,5,A,,400638133393\ntwo,5,B,,9999999999999\n',
  )
  expect(check).toMatchObject({ fresh: 1, unmatched: 1, unmatchedProducts: { '9999999999999': 1 } })
})

import { readFile, reasonsOf } from '../../testing/read-source.ts'

const file = (column: string, ...cells: string[]): string =>
  `body,rating,author,${column}\n${cells.map((cell, at) => `Text ${String(at)},5,Ann,${cell}\n`).join('')}`
const statusesOf = async (text: string, answers = {}): Promise<string> =>
  (await readFile(text, { answers })).reviews.map(({ status }) => status ?? '-').join()

test.each([
  ['deleted', '0,1', '-,deleted'],
  ['is_deleted', 'false,true', '-,deleted'],
  ['Gelöscht', 'FALSCH,WAHR', '-,deleted'],
  ['is_spam', 'no,yes', '-,rejected'],
  ['spam_status', '0,1', '-,rejected'],
  ['is_public', 'true,false', 'published,hidden'],
  ['isPublic', 'VRAI,FAUX', 'published,hidden'],
  ['is_visible', 't,f', 'published,hidden'],
  ['Sichtbar', 'Ja,Nein', 'published,hidden'],
  ['publicado', 'sí,no', 'published,hidden'],
  ['zichtbaar', 'WAAR,ONWAAR', 'published,hidden'],
  ['公開', 'はい,いいえ', 'published,hidden'],
  ['공개여부', '예,아니오', 'published,hidden'],
  ['是否显示', '是,否', 'published,hidden'],
  ['是否删除', '否,是', '-,deleted'],
  ['hiển thị', 'có,không', 'published,hidden'],
  ['validate', '1,0', 'published,pending'],
  ['approved', '-1,0', 'published,pending'],
  ['not_approved', '0,1', '-,pending'],
  ['hidden', 'ЛОЖЬ,ИСТИНА', '-,hidden'],
  ['private', '✗,✓', '-,hidden'],
  ['deleted_at', ',2024-05-01 10:00:00', '-,deleted'],
  ['deleted_at', '0000-00-00 00:00:00,2024-05-01', '-,deleted'],
  ['publishedAt', '2024-05-01T10:00:00Z,', '-,pending'],
  ['moderation_status', 'Approved,On hold', 'published,pending'],
  ['moderation_result', 'approved,spam', 'published,rejected'],
  ['Statut', 'publié,masqué', 'published,hidden'],
  ['stato', 'Approvato,Bozza', 'published,pending'],
  ['visibility', 'public,private', 'published,hidden'],
  ['Reply date', ',2024-05-01', '-,-'],
  ['display_name', 'Bob,Eve', '-,-'],
  ['published_image_url', 'https://p.example.test/1.jpg,', '-,-'],
  ['order_status', 'paid,cancelled', '-,-'],
  ['loyalty status', 'gold,silver', '-,-'],
  ['internal_only', '0,1', '-,hidden'],
  ['blacklisted', '0,1', '-,rejected'],
  ['Опубликовано', 'да,нет', 'published,hidden'],
  ['Одобрено', 'да,нет', 'published,pending'],
  ['скрыт', 'нет,да', '-,hidden'],
  ['Zatwierdzona', 'tak,nie', 'published,pending'],
  ['ukryta', 'nie,tak', '-,hidden'],
  ['yayınlandı', 'evet,hayır', 'published,hidden'],
  ['منشور', 'نعم,لا', 'published,hidden'],
  ['מאושר', 'כן,לא', 'published,pending'],
  ['Publicerad', 'ja,nej', 'published,hidden'],
  ['Publiée', 'oui,non', 'published,hidden'],
  ['pública', 'sí,no', 'published,hidden'],
  ['ispublic', 'true,false', 'published,hidden'],
  ['visible_to_customers', 'yes,no', 'published,hidden'],
  ['show_on_product_page', '1,0', 'published,hidden'],
  ['do_not_publish', '0,1', '-,hidden'],
  ['deleted_by', ',Anna', '-,deleted'],
  ['archived', ',2024-05-01 10:00:00', '-,hidden'],
  ['審核', '是,否', 'published,pending'],
  ['recommended', '0,1', '-,-'],
  ['helpful', '0,1', '-,-'],
  ['pinned', '0,1', '-,-'],
  ['anon', '0,1', '-,-'],
  ['publisher', 'Ann,Bob', '-,-'],
  ['product_published', '1,0', '-,-'],
])('%s of %s gives %s', async (column, cells, statuses) => {
  // A review date of its own, so that a date of publication says only whether it was published.
  const text = file(`${column},date`, ...cells.split(',').map((cell) => `${cell},2024-01-02`))
  expect(await statusesOf(text)).toBe(statuses)
  expect((await readFile(text)).questions.filter(({ id }) => id === 'status')).toEqual([])
})

test.each([
  ['hidden', ['no', 'perhaps'], '-,hidden'],
  ['is_public', ['yes', ''], 'published,hidden'],
  ['status_id', ['1', '2', '3'], 'hidden,hidden,hidden'],
  ['status', ['1', '2', '0'], 'hidden,hidden,hidden'],
  ['moderation_flag', ['A', 'B'], 'hidden,hidden'],
  ['status', ['published', ''], 'published,hidden'],
  ['state', ['approved', '', ''], 'published,hidden,hidden'],
  ['moderation_status', ['approved', ''], 'published,hidden'],
  ['approved_by', ['Anna', ''], '-,hidden'],
  ['rejection_reason', ['', 'off topic'], '-,hidden'],
  ['Access', ['Public', 'Private'], '-,hidden'],
])('doubt hides: %s of %j', async (column, cells, statuses) => {
  const { questions, results } = await readFile(file(column, ...cells))
  expect(await statusesOf(file(column, ...cells))).toBe(statuses)
  expect(questions.find(({ id }) => id === 'status')).toMatchObject({ suggested: 'hidden' })
  expect(reasonsOf(results).at(-1)).toBe(`ok, ${column}: statusUnclear`)
})

test('asks what codes of a status mean, and follows the answer', async () => {
  const text = file('status_id', '1', '2', '3')
  const { questions } = await readFile(text)
  expect(questions).toMatchObject([
    {
      id: 'status',
      choices: ['hidden', 'only:1', 'only:2', 'only:3', 'published'],
      examples: ['status_id: 1', 'status_id: 2', 'status_id: 3'],
      rows: 3,
    },
  ])
  expect(await statusesOf(text, { status: 'only:2' })).toBe('hidden,published,hidden')
  expect(await statusesOf(text, { status: 'published' })).toBe('published,published,published')
})

test('the strictest of several columns wins', async () => {
  const text =
    'body,rating,author,status,is_spam,deleted_at\nA,5,Ann,published,1,\nB,5,Ann,published,0,2024-01-01\nC,5,Ann,draft,0,\n'
  expect(await statusesOf(text)).toBe('rejected,deleted,pending')
})

test.each(['Comment Public', 'Reply visible', 'replyIsPublic', 'Antwort öffentlich', 'reply_published'])(
  'a reply stays private by %s',
  async (column) => {
    const { results, reviews } = await readFile(
      `body,rating,author,reply,${column}\nA,5,Ann,Thanks,TRUE\nB,5,Bob,Internal,FALSCH\nC,5,Cy,Internal,no idea\nD,5,Di,Internal,\n`,
    )
    expect(reviews.map(({ reply }) => reply?.content ?? null)).toEqual(['Thanks', null, null, null])
    expect(reasonsOf(results).slice(1)).toEqual(Array.from({ length: 3 }, () => 'ok, reply: replyPrivate'))
  },
)

test.each([
  ['réponse publique', 'oui', 'non', 'peut-être'],
  ['respuesta pública', 'sí', 'no', 'quizás'],
  ['Reply Type', 'Public', 'Private', 'Internal'],
  ['Art der Antwort', 'öffentlich', 'intern', 'unbekannt'],
  ['Antwortsichtbarkeit', 'sichtbar', 'versteckt', '?'],
  ['Ответ опубликован', 'да', 'нет', '?'],
  ['odpowiedź widoczna', 'tak', 'nie', 'może'],
  ['返信公開', 'はい', 'いいえ', '不明'],
  ['replyispublic', '1', '0', 'maybe'],
  ['response_internal', 'no', 'yes', 'maybe'],
  ['phản hồi công khai', 'có', 'không', '?'],
  ['Audience', 'public', 'private', 'internal'],
])('a reply is public only by a yes of %s', async (column, ...[yes, no, doubt]) => {
  const { reviews } = await readFile(
    `body,rating,author,reply,${column}\nA,5,Ann,Thanks,${yes}\nB,5,Bob,Secret,${no}\nC,5,Cy,Secret,${doubt}\n`,
  )
  expect(reviews.map(({ reply, status }) => `${reply?.content ?? '-'} ${status ?? 'as usual'}`)).toEqual([
    'Thanks as usual',
    '- as usual',
    '- as usual',
  ])
})

test('a comment beside the text is the reply, and its column decides about the reply alone', async () => {
  const { reviews } = await readFile(
    'body,rating,author,comment,comment_is_public\nA,5,Ann,Thanks,1\nB,5,Bob,Internal,0\n',
  )
  expect(reviews.map(({ reply, status }) => [reply?.content, status])).toEqual([
    ['Thanks', null],
    [undefined, null],
  ])
})

test('a private reply stays private where yes hides it', async () => {
  const { reviews } = await readFile(
    'body,rating,author,reply,is_private_reply\nA,5,Ann,Thanks,no\nB,5,Bob,Internal,yes\n',
  )
  expect(reviews.map(({ reply }) => reply?.content ?? null)).toEqual(['Thanks', null])
})

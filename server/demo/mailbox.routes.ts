import { validate } from 'uuid'
import { NotFound } from '../core/errors.ts'
import { sendPage, type PageRoutes } from './page-routes.ts'
import { mailboxPage, mailDocument, mailPolicy, mailViews } from './pages/mailbox-page.ts'

const listedMails = 100

export async function mailboxRoutes({ app, parts: { deps }, around }: PageRoutes): Promise<void> {
  const db = deps.access.acrossShops('the demo platform')
  const find = (id: string | undefined) =>
    id !== undefined && validate(id) ? db.demoMail.findUnique({ where: { id } }) : null

  app.get<{ Querystring: { id?: string; view?: string } }>('/demo/mailbox', async (request, reply) => {
    const { id, view } = request.query
    const columns = { id: true, to: true, from: true, subject: true, text: true, receivedAt: true } as const
    const [surroundings, mails, open] = await Promise.all([
      around(request, 'mailbox'),
      db.demoMail.findMany({ select: columns, orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }], take: listedMails }),
      find(typeof id === 'string' ? id : undefined),
    ])
    const shown = mailViews.find((each) => each === view) ?? 'html'
    return sendPage(reply, mailboxPage(surroundings, { mails, total: surroundings.mails, open, view: shown }))
  })

  app.get<{ Params: { id: string } }>('/demo/mailbox/:id/html', async (request, reply) => {
    const mail = await find(request.params.id)
    if (!mail) throw new NotFound()
    return sendPage(reply.header('content-security-policy', mailPolicy), mailDocument(mail))
  })

  /** Polled by the open page to show new mail. */
  app.get('/demo/mailbox/count', async () => ({ count: await db.demoMail.count() }))
}

// Lighthouse on a browser that listens at a port. Asked an address, it answers the page's performance. Says { url } over IPC when it is ready.
import lighthouse from 'lighthouse'

const { port } = JSON.parse(process.argv[2])
process.on('message', async (url) => {
  const { lhr } = await lighthouse(url, { port, onlyCategories: ['performance'], output: 'json', logLevel: 'silent' })
  const value = (name) => lhr.audits[name].numericValue
  process.send({ score: Math.round(lhr.categories.performance.score * 100), lcpMs: value('largest-contentful-paint'), blockedMs: value('total-blocking-time'), cls: value('cumulative-layout-shift') })
})
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
process.send({ url: `http://127.0.0.1:${port}` })

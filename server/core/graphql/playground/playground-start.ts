export interface PlaygroundOptions {
  assets: string
  header: string
  example: string
  demo: boolean
}

declare const YogaGraphiQL: { renderYogaGraphiQL(root: Element | null, options: object): void }

/**
 * Starts GraphiQL in the browser, so it must not refer to anything outside. Uses the token of this browser's admin
 * login. Without one it asks: a visit alone never signs in.
 */
export function openPlayground(): void {
  const { assets, header, example, demo } = JSON.parse(
    document.getElementById('options')?.textContent ?? '',
  ) as PlaygroundOptions
  const workers: Record<string, string> = { editorWorkerService: 'editor.js', json: 'json.js', graphql: 'graphql.js' }
  Object.assign(self, {
    MonacoEnvironment: {
      globalAPI: false,
      getWorkerUrl: (_module: string, label: string) => `${assets}/${workers[label] ?? ''}`,
    },
  })
  const token = localStorage.getItem('candor.token')
  if (!token) askToSignIn()
  openLastTab(token ?? 'your token')
  YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
    title: 'Candor GraphQL',
    defaultQuery: example,
    subscriptionsProtocol: 'WS',
    endpoint: '/graphql',
  })

  function askToSignIn(): void {
    const bar = document.getElementById('sign-in')
    if (!bar) return
    bar.hidden = false
    if (demo) bar.querySelector('button')?.addEventListener('click', () => void signIn())
    else bar.querySelector('button')?.remove()
  }

  async function signIn(): Promise<void> {
    const config = (await (await fetch('/auth/config')).json()) as { demo: object }
    const answer = await fetch('/apiSa/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(config.demo),
    })
    const { token: given, message } = (await answer.json()) as { token?: string; message?: string }
    if (given) {
      localStorage.setItem('candor.token', given)
      location.reload()
    } else window.alert(message)
  }

  /** Opens the last tab again: a new token would otherwise open a new, empty tab on every visit. */
  function openLastTab(current: string): void {
    interface Tab {
      query?: string | null
      variables?: string | null
      headers?: string | null
    }
    const before = localStorage.getItem('candor.playground.token')
    const kept = localStorage.getItem('graphiql:tabState') ?? '{}'
    const state = before ? kept.replaceAll(before, current) : kept
    const { tabs = [], activeTabIndex = 0 } = JSON.parse(state) as { tabs?: Tab[]; activeTabIndex?: number }
    const fresh = { query: example, headers: JSON.stringify({ [header]: current }, null, 2) }
    const tab: Tab = [tabs[activeTabIndex], ...tabs].find((candidate) => candidate?.query?.trim()) ?? fresh
    for (const name of ['query', 'variables', 'headers'] as const)
      localStorage.setItem(`graphiql:${name}`, tab[name] ?? '')
    if (tabs.length > 0) localStorage.setItem('graphiql:tabState', state)
    localStorage.setItem('candor.playground.token', current)
  }
}

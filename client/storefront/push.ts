/** Asks a signed-in customer once to allow notifications, and subscribes this browser if they agree. */
const prompt = document.querySelector<HTMLElement>('[data-candor-push]')

async function subscribe({ dataset: { candorPush = '', key = '' } }: HTMLElement): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  const registration = await navigator.serviceWorker.register(`${candorPush}/worker.js`)
  const starting = registration.installing
  if (starting)
    await new Promise((resolve) => {
      starting.onstatechange = () => starting.state === 'activated' && resolve(0)
    })
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await fetch(`${candorPush}/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  })
}

if (prompt && 'PushManager' in window && Notification.permission === 'default' && !localStorage['candorPush']) {
  prompt.hidden = false
  prompt.onclick = ({ target }) => {
    const { value } = target as HTMLButtonElement
    if (!value) return
    localStorage['candorPush'] = value
    prompt.hidden = true
    if (value === 'yes') void subscribe(prompt)
  }
}

export {}

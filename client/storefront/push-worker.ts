/** Service worker of a shop's storefront: shows notifications and opens the review form on a tap. */
interface PushEvent extends Event {
  data: { json(): { title: string; body: string; url: string; image: string | null } }
  notification: Notification
  waitUntil(work: Promise<unknown>): void
}

interface Worker {
  registration: { showNotification(title: string, options: object): Promise<void> }
  clients: { openWindow(url: string): Promise<unknown> }
  addEventListener(type: string, listener: (event: PushEvent) => void): void
}

const worker = self as unknown as Worker

worker.addEventListener('push', (event) => {
  const { title, body, url, image } = event.data.json()
  event.waitUntil(worker.registration.showNotification(title, { body, icon: image, tag: url, data: url }))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(worker.clients.openWindow(event.notification.data as string))
})

export {}

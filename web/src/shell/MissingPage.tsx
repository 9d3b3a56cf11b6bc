import { address } from '../settings.js'

export function MissingPage() {
  document.title = 'Page not found · Audio Audit'
  return (
    <section class="card missing">
      <h1>Page not found</h1>
      <p>There is nothing at this address. It may be incomplete, or the page may have moved.</p>
      <div class="actions">
        <a class="button primary" href={address('new')}>
          New audit
        </a>
        <a class="button" href={address('audits')}>
          Your audits
        </a>
        <a href={address('docs')}>API documentation</a>
      </div>
    </section>
  )
}

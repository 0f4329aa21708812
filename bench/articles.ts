import type pg from 'pg'

/** A rare word of each language, in one article of every 500. */
export const rareWords = { zh: '云泽', en: 'zephyr' }
/** A word of each language in one article of every 100. */
export const seldomWords = { zh: '汀州', en: 'quartz' }

const templates = 40

/**
 * Fills an empty, migrated database with this many published articles, three of them pinned. Search terms of a few
 * texts are computed by the real function and shared by all rows: computing 100,000 of them would take longer than
 * the measurement.
 */
export const fillArticles = async (pool: pg.Pool, count: number): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set synchronous_commit = off')
    await client.query('truncate article cascade')
    await client.query('alter table article alter column search drop expression')
    await client.query('drop index article_search')
    await client.query(`
      create temp table template as
      select number, title, summary, body,
        search_lexemes(plain_text(title) || ' ' || plain_text(summary) || ' ' || plain_text(body)) as search
      from generate_series(0, ${templates - 1}) as number,
      lateral (select
        jsonb_build_object('zh-CN', '第八届教学数字化大赛通知之' || number, 'en-US', 'Notice ' || number || ' of the eighth teaching competition') as title,
        jsonb_build_object('zh-CN', '报名、组队与作品提交的时间安排，请各校教师留意。', 'en-US', 'Dates of enrolment, team building and submission of works.') as summary,
        jsonb_build_object(
          'zh-CN', '<p>' || repeat('参赛教师应在规定时间内完成报名，并按照要求提交教学设计、课堂录像与说明材料' || number || '。', 12) || '</p>',
          'en-US', '<p>' || repeat('Teachers complete enrolment in time and hand in lesson plan, recording and notes ' || number || '. ', 12) || '</p>'
        ) as body
      ) as texts`)
    await client.query(
      `
      insert into article (id, kind, title, summary, body, category, pinned, state, published_at, created_at, updated_at, search)
      select
        (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        'news',
        case when rare then jsonb_set(title, '{zh-CN}', to_jsonb('${rareWords.zh}' || (title ->> 'zh-CN'))) else title end,
        summary, body,
        (array['announcement', 'update', 'guide', 'story'])[1 + n % 4],
        n <= 3,
        case when n % 50 = 49 then 'draft' else 'published' end,
        moment, moment, moment,
        search
          || case when rare then search_lexemes('${rareWords.zh} ${rareWords.en}') else '' end
          || case when n % 100 = 0 then search_lexemes('${seldomWords.zh} ${seldomWords.en}') else '' end
      from generate_series(1, $1::int) as n
      join template on number = n % ${templates},
      lateral (select n % 500 = 0 as rare, timestamptz '2026-10-01' - n * interval '7 minutes' as moment) as derived`,
      [count],
    )
    await client.query('create index article_search on article using gin (search)')
    await client.query('vacuum analyze article, search_entry')
  } finally {
    client.release(true)
  }
}

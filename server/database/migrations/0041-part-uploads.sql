-- Uploads whose bytes browsers send to a bucket themselves. `part_bytes`: of each part but the last; null if the bytes pass through the
-- program. `sha256`: of the whole, as the browser has computed it; null until all parts have arrived.
alter table upload add column part_bytes bigint;
alter table upload add column sha256 bytea;

-- `is_confirmed`: false while `sha256` is what a browser has computed, and nobody has read the content. `actual_sha256`: of the content,
-- where it turned out to be another.
alter table file add column is_confirmed boolean not null default true;
alter table file add column actual_sha256 bytea;
alter table file add constraint file_actual_sha256_check check (actual_sha256 is null or not is_confirmed);

-- Read a file that a browser has sent in parts.
alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check
  check (kind in (
    'inspect', 'confirm', 'recheck', 'renewCopies', 'makeCovers', 'makePages', 'bundle', 'plan', 'settle', 'rank', 'issueCertificates',
    'bundleCertificates', 'pictureCertificates'
  ));

-- A small picture of a file, stored beside it. `cover_size`: null if there is none. `cover_rules`: by which rules, and of what, it was
-- made or could not be made; null if nobody has tried.
alter table file add column cover_size integer;
alter table file add column cover_rules text;

-- Make the small pictures of the files of a work, and pictures of certificates.
alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check
  check (kind in (
    'inspect', 'recheck', 'renewCopies', 'makeCovers', 'bundle', 'plan', 'settle', 'rank', 'issueCertificates',
    'bundleCertificates', 'pictureCertificates'
  ));

-- The pages of slides as a PDF, stored beside the file. `pages_size`: null if there are none. `pages_rules`: by which rules, and of what,
-- they were made or could not be made; null if nobody has tried.
alter table file add column pages_size bigint;
alter table file add column pages_rules text;

-- Make the pages of the slides of a work.
alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check
  check (kind in (
    'inspect', 'recheck', 'renewCopies', 'makeCovers', 'makePages', 'bundle', 'plan', 'settle', 'rank', 'issueCertificates',
    'bundleCertificates', 'pictureCertificates'
  ));

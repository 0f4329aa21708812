#!/bin/sh
# Makes the small films and recordings in server/testing/media that tests read. They are committed, so that tests need no ffmpeg.
# To make them anew: apt-get install ffmpeg, then run this script in the root of the project.
set -eu
cd server/testing/media
make() { ffmpeg -nostdin -v error -y "$@"; }
picture="testsrc=size=640x360:rate=5"
sound="sine=frequency=330:sample_rate=16000"
people="-metadata title=粉笔小组的公开课 -metadata artist=王芳 -metadata comment=云泽大学"

# Plays everywhere; names a person in its metadata.
make -f lavfi -i "$picture:duration=3" -f lavfi -i "$sound:duration=3" -c:v libx264 -preset veryslow -crf 40 -pix_fmt yuv420p -c:a aac -b:a 16k $people \
  -metadata:s:v handler_name=王芳的手机 -movflags +faststart lesson.mp4
# Its index is at the end.
make -i lesson.mp4 -c copy -movflags -faststart index-last.mp4
make -i lesson.mp4 -c copy $people lesson.mov
# Phones of one maker record this by default; many browsers cannot play it.
make -f lavfi -i "$picture:duration=2" -c:v libx265 -x265-params log-level=none -crf 45 -pix_fmt yuv420p -tag:v hvc1 hevc.mp4
# Eleven minutes.
make -f lavfi -i "color=c=0x335577:size=640x360:rate=1:duration=660" -c:v libx264 -preset veryslow -crf 51 -g 660 -pix_fmt yuv420p long.mp4
make -f lavfi -i "testsrc=size=638x358:rate=5:duration=1" -c:v libx264 -preset veryslow -crf 45 -pix_fmt yuv420p narrow.mp4
make -f lavfi -i "$picture:duration=1" -c:v libvpx-vp9 -crf 60 -b:v 0 -deadline good $people lesson.webm
make -f lavfi -i "$picture:duration=1" -c:v libx264 -preset veryslow -crf 45 -pix_fmt yuv420p $people lesson.mkv
make -f lavfi -i "$sound:duration=4" -c:a aac -b:a 16k $people talk.m4a
make -f lavfi -i "$sound:duration=4" -c:a libmp3lame -b:a 16k -id3v2_version 3 -write_id3v1 1 $people talk.mp3
# As a connection that broke off at a fifth leaves it.
head -c "$(($(wc -c <lesson.mp4) / 5))" lesson.mp4 >cut.mp4
# Three hours, in a format that is not accepted.
make -f lavfi -i "color=c=0x335577:size=320x180:rate=1/60:duration=10800" -c:v libx264 -preset veryslow -crf 51 -g 200 -pix_fmt yuv420p long.mkv
# As recording programs write it while they record: in fragments, without an index of the whole.
make -f lavfi -i "$picture:duration=3" -c:v libx264 -preset veryslow -crf 45 -g 5 -pix_fmt yuv420p $people -movflags +frag_keyframe+empty_moov fragments.mp4
# As cameras record for editors: 10 bits and 4:2:2, which browsers cannot play.
make -f lavfi -i "$picture:duration=1" -c:v libx264 -preset veryslow -crf 45 -pix_fmt yuv422p10le high-422.mp4
# As browsers record: without its length and without an index.
make -f lavfi -i "testsrc=size=320x180:rate=5:duration=12" -c:v libvpx -crf 63 -b:v 20k -g 20 -live 1 -cluster_time_limit 1000 recorded.webm

<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.12.0" name="things" tilewidth="32" tileheight="24" tilecount="2" columns="0" objectalignment="center">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="crate">
  <image source="crate.png" width="32" height="24"/>
  <objectgroup draworder="index">
   <object id="1" x="4" y="4" width="24" height="16"/>
  </objectgroup>
 </tile>
 <tile id="3">
  <image source="coin.png" width="8" height="8"/>
 </tile>
</tileset>

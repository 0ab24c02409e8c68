<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.12.0" name="tiles" class="ground" tilewidth="16" tileheight="16" spacing="1" margin="2" tilecount="4" columns="4">
 <tileoffset x="0" y="4"/>
 <image source="tiles.png" width="71" height="20"/>
 <tile id="1" type="brick">
  <properties>
   <property name="friction" type="float" value="0.9"/>
  </properties>
  <objectgroup draworder="index">
   <object id="1" x="0" y="0" width="16" height="16"/>
  </objectgroup>
 </tile>
 <tile id="2" type="slope">
  <objectgroup draworder="index">
   <object id="1" x="0" y="16">
    <polygon points="0,0 16,-16 16,0"/>
   </object>
  </objectgroup>
 </tile>
</tileset>
